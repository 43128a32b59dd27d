// Service worker: caches all files of the page when it is first loaded. web/build
// puts VERSION and FILES in front of this; a new version replaces the whole cache.

const worker = /** @type {any} */ (self);
const NAME = `allsmall-${VERSION}`;

addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => worker.skipWaiting()));
});

addEventListener("activate", (/** @type {any} */ event) => {
  const old = (name) => name.startsWith("allsmall-") && name !== NAME;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))).then(() => worker.clients.claim()));
});

addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((cached) => cached ?? fetch(event.request)));
});
