import { kindNames } from '../data/kinds.ts'
import { applyBundle, type Bundle, emptyData, type SiteData } from '../data/site-data.ts'
import { type Store, stored } from './store.ts'

/** An answer of the service that is not content. */
export class Refused extends Error {
  readonly status: number
  readonly retryAfterMs: number
  constructor({ status, headers }: Response) {
    super(`the service answered ${status}`)
    this.status = status
    this.retryAfterMs = (Number(headers.get('retry-after')) || 0) * 1_000
  }
}

/** The content after everything new at the service: all of it at first, then the changes since. */
export async function fetchContent(api: string, preview: string | undefined, before: SiteData): Promise<SiteData> {
  let data = before
  for (;;) {
    const query = new URLSearchParams({
      ...(data.cursor !== '' && { since: data.cursor }),
      ...(preview !== undefined && { preview }),
    })
    const bundle = await fetchBundle(`${api}/bundle?${query}`)
    // A cursor of a service that was set up again means nothing to it.
    if (bundle === 'unknown cursor') data = emptyData
    else {
      data = applyBundle(data, bundle)
      if (!bundle.more) return data
    }
  }
}

async function fetchBundle(url: string): Promise<Bundle | 'unknown cursor'> {
  // The answers may be cached for some minutes; the service answers a question for news cheaply.
  const answer = await fetch(url, { cache: 'no-cache', credentials: 'omit' })
  if (answer.status === 400 && url.includes('since=')) return 'unknown cursor'
  if (!answer.ok) throw new Refused(answer)
  return answer.json()
}

export async function readContent(store: Store): Promise<SiteData | undefined> {
  try {
    const data = await store.get<SiteData>(stored.content)
    // An older version of the app may have kept it in another form.
    const isWhole = typeof data?.cursor === 'string' && kindNames.every((kind) => data.records[kind] instanceof Map)
    return isWhole ? data : undefined
  } catch {
    return undefined
  }
}

/** Keeps content as one value, so that two tabs never mix theirs. */
export async function saveContent(store: Store, data: SiteData): Promise<boolean> {
  const count = kindNames.reduce((sum, kind) => sum + data.records[kind].size, 0)
  if (!store.isDurable || count > maxRecords) return false
  try {
    await store.set(stored.content, data)
    return true
  } catch {
    return false
  }
}

/** A festival has some thousands. More than this is read anew at each visit. */
const maxRecords = 50_000
