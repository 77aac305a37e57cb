// The page without a server, kept in the browser: after the first visit it needs no network. The next version is fetched while
// this one is shown, as a whole, and taken when no tab shows this one any more.

// What scripts/web has written: the files of the page, and a name for what they hold.
importScripts("files.js");

const { files, version } = self.page;

// Other pages of this host, below other paths, have their own.
const prefix = `tengen ${registration.scope} `;
const cacheName = prefix + version;

self.addEventListener("install", (event) => {
  // The browser's own cache may have files of the version before.
  const requests = files.map((path) => new Request(path, { cache: "no-cache" }));
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(prefix) && name !== cacheName;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const found = caches.open(cacheName).then((cache) => cache.match(request, { ignoreSearch: true }));
  event.respondWith(found.then((response) => response ?? fetch(request)));
});
