// Serves the page and its images from the cache, and updates it in the background. The page itself caches the content.
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const { mode, destination } = event.request
  if (mode === 'navigate' || destination === 'image') event.respondWith(answer(event))
})

async function answer(event) {
  const cache = await caches.open('festival')
  const kept = await cache.match(event.request)
  const fresh = fetch(event.request)
  if (!kept) return fresh
  const renewed = fresh.then((response) => response.status < 400 && cache.put(event.request, response))
  event.waitUntil(renewed.catch(() => undefined))
  return kept
}
