// Settings, stored in this browser and not in links.

const KEY = "allsmall";

function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** Returns a stored setting. */
export const get = (name, otherwise) => load()[name] ?? otherwise;

/** Stores a setting; a browser that stores nothing is not an error. */
export function put(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...load(), [name]: value }));
  } catch { /* private windows have no room */ }
}

/** Signs on the stones, for readers who cannot distinguish the colours. */
export function setSigns(on) {
  put("signs", on);
  document.documentElement.classList.toggle("signs", on);
}

/** Light, dark, or as the system has it. */
export function setTheme(theme) {
  put("theme", theme);
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Applies the stored settings. */
export function apply() {
  setSigns(get("signs", false));
  setTheme(get("theme", "auto"));
}
