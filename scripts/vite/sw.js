// Keeps the page working with no server behind it. `podyssey:offline` (scripts/vite/offline.mjs) writes the list and its version into the built copy.
const files = /* FILES */ [];
const prefix = 'podyssey ';
const cacheName = prefix + /* VERSION */ '';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith(prefix) && name !== cacheName).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  // The document comes from the server where there is one, so that a new build shows at once; its hashed files come from the cache.
  const answer =
    request.mode === 'navigate'
      ? fetch(request).catch(() => caches.match('./', { ignoreSearch: true }))
      : caches.match(request).then((cached) => cached ?? fetch(request));
  event.respondWith(answer);
});
