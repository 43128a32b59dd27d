// State of the page in the fragment of its URL: #clobber?board=xoxo&moves=1-2

/** Reads the view and its parameters. */
export function read() {
  let hash = location.hash.slice(1);
  try {
    hash = decodeURI(hash);
  } catch { /* a stray percent sign is taken as it is */ }
  const [view, query] = hash.split(/\?(.*)/s);
  return { view, params: new URLSearchParams(query ?? "") };
}

/** Returns the fragment of a view with its parameters, without empty ones. */
export function address(view, params) {
  const kept = Object.entries(params).filter(([, value]) => value !== undefined && value !== "" && value !== null);
  const query = kept.map(([key, value]) => `${key}=${encode(String(value))}`).join("&");
  return `#${view}${query ? `?${query}` : ""}`;
}

/** Writes the fragment, without a new entry in the history. */
export function write(view, params) {
  const hash = address(view, params);
  if (hash !== location.hash) history.replaceState(null, "", hash);
}

/** Like encodeURIComponent, but boards stay readable. */
const encode = (text) => encodeURIComponent(text).replace(/%2F/g, "/").replace(/%3A/g, ":").replace(/%2C/g, ",").replace(/%5E/g, "^").replace(/%40/g, "@");
