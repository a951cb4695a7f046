import { type Store, stored } from '../visitor/store.ts'

/** A kept picture, the oldest first. */
export type Kept = [url: string, bytes: number]

/** The pictures to give up, so that the rest fits. */
export function surplus(kept: readonly Kept[], limits = { count: maxCount, bytes: maxBytes }): string[] {
  let [count, bytes] = [kept.length, kept.reduce((sum, [, size]) => sum + size, 0)]
  const gone: string[] = []
  for (const [url, size] of kept) {
    if (count <= limits.count && bytes <= limits.bytes) break
    gone.push(url)
    count -= 1
    bytes -= size
  }
  return gone
}

/** Keeps pictures as they are seen, and gives up the oldest ones. */
export function createPictures(name: string, store: Store) {
  let kept: Promise<Kept[]> | undefined
  const load = async (): Promise<Kept[]> => (await store.get<Kept[]>(stored.pictures).catch(() => undefined)) ?? []
  /** Writes follow each other. */
  let turn: Promise<unknown> = Promise.resolve()

  const keep = async (url: string, response: Response) => {
    const bytes = response.type === 'opaque' ? opaqueBytes : (await response.clone().blob()).size
    if (bytes > maxBytes / 4) return
    const cache = await caches.open(name)
    await cache.put(url, response)
    kept ??= load()
    const list: Kept[] = [...(await kept).filter(([one]) => one !== url), [url, bytes]]
    const gone = surplus(list)
    for (const one of gone) await cache.delete(one)
    const left = list.filter(([one]) => !gone.includes(one))
    kept = Promise.resolve(left)
    await store.set(stored.pictures, left)
  }
  /** The kept picture, else that of the network, which is kept in the background. */
  const answer = async (request: Request, inBackground: (work: Promise<unknown>) => void): Promise<Response> => {
    const known = await (await caches.open(name)).match(request.url)
    // A script or a style sheet may not use a picture of another origin that a page has loaded for showing.
    if (known && !(known.type === 'opaque' && request.mode === 'cors')) return known
    const response = await fetch(request)
    if (response.type === 'opaque' || response.status === 200) {
      const copy = response.clone()
      turn = turn.then(() => keep(request.url, copy)).catch(() => {})
      inBackground(turn)
    }
    return response
  }
  return {
    answer,
    /** Keeps pictures that pages have shown before. */
    async keepAll(urls: readonly string[]): Promise<void> {
      for (const url of urls) await answer(new Request(url, { mode: 'no-cors' }), () => {}).catch(() => {})
      await turn
    },
  }
}

const maxCount = 200
const maxBytes = 60_000_000
/** The size of a picture of another origin is unknown. Browsers count several megabytes for each. */
const opaqueBytes = 2_000_000
