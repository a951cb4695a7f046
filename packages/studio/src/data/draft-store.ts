/** Identifies the edits of a person in a record. A record that is not created yet has an id that only this browser knows. */
export interface DraftPlace {
  personId: string
  broadcastId: string
  kind: string
  recordId: string
}

/** Unsaved edits: the record they started from, and the changed values. */
export interface Draft {
  base: Record<string, unknown>
  etag: string | undefined
  edits: Record<string, unknown>
  at: string
}

const prefix = 'marquee:draft'
const keyOf = ({ personId, broadcastId, kind, recordId }: DraftPlace) =>
  [prefix, personId, broadcastId, kind, recordId].join(':')

export function readDraft(place: DraftPlace): Draft | undefined {
  try {
    const text = localStorage.getItem(keyOf(place))
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Stores the edits. When the browser has no room for them they stay in memory only. */
export function writeDraft(place: DraftPlace, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(place), JSON.stringify(draft))
  } catch {}
  notify()
}

export function forgetDraft(place: DraftPlace): void {
  localStorage.removeItem(keyOf(place))
  notify()
}

/** The records of a broadcast that have unsaved edits in this browser. */
export function listDrafts(personId: string, broadcastId?: string): DraftPlace[] {
  const start = [prefix, personId, ...(broadcastId ? [broadcastId] : [])].join(':')
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(`${start}:`))
    .map((key) => {
      const [, , , inBroadcast = '', kind = '', ...recordId] = key.split(':')
      return { personId, broadcastId: inBroadcast, kind, recordId: recordId.join(':') }
    })
}

export function forgetDrafts(personId: string): void {
  for (const place of listDrafts(personId)) localStorage.removeItem(keyOf(place))
  notify()
}

const listeners = new Set<() => void>()
export function onDrafts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}
