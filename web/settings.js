// What a reader likes, kept in this browser and not in links.

const KEY = "allsmall";

function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** What is kept under a name. */
export const get = (name, otherwise) => load()[name] ?? otherwise;

/** Keeps it; a browser that keeps nothing is no fault. */
export function put(name, value) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...load(), [name]: value }));
  } catch { /* private windows have no room */ }
}

/** Signs on the stones, for those who cannot tell them apart otherwise. */
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

/** Applies what is kept. */
export function apply() {
  setSigns(get("signs", false));
  setTheme(get("theme", "auto"));
}
