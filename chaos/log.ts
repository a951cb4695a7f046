import type { BenchBroadcast } from '../bench/service.ts'

export interface LoggedRecord extends Record<string, unknown> {
  _id: string
}

export interface Change {
  sequence: number
  kind: string
  id: string
  operation: 'create' | 'update' | 'delete' | 'publish'
  fields: string[]
  record: LoggedRecord | null
}

const withheld = { kind: 'withheld', id: '', operation: 'update', fields: [], record: null }

/** The whole change log of a broadcast. Of changes that a key may not read, such as those of members, it has only the number. */
export async function readLog({ call, path }: BenchBroadcast): Promise<Change[]> {
  const all: Change[] = []
  for (let since = 0, hasMore = true; hasMore; ) {
    const { status, body } = await call('GET', `${path}/changes?limit=1000&since=${since}`)
    if (status !== 200) throw new Error(`the log was not read: ${JSON.stringify(body)}`)
    for (const change of body.data) all.push({ ...withheld, ...change })
    since = body.next
    hasMore = body.has_more
  }
  return all
}

/** All records of a list, page by page, and the total that its first page names. */
export async function readAll(
  { call }: BenchBroadcast,
  path: string,
  query = '',
): Promise<{ data: LoggedRecord[]; total: number }> {
  const data: LoggedRecord[] = []
  let total: number | undefined
  for (let startId = ''; ; ) {
    const { status, body } = await call('GET', `${path}?limit=200${query}${startId && `&startId=${startId}`}`)
    if (status !== 200) throw new Error(`${path} was not read: ${JSON.stringify(body)}`)
    data.push(...body.data)
    total ??= Number(body.metadata.total)
    startId = body.metadata.nextStartId ?? ''
    if (!startId) return { data, total }
  }
}

/** The records that a log leads to, by kind and id. */
export type Rebuilt = Map<string, Map<string, LoggedRecord>>

export function rebuild(log: Change[]): Rebuilt {
  const rebuilt: Rebuilt = new Map()
  for (const { kind, id, record } of log) {
    const ofKind = rebuilt.get(kind) ?? new Map<string, LoggedRecord>()
    rebuilt.set(kind, ofKind)
    if (record) ofKind.set(id, record)
    else ofKind.delete(id)
  }
  return rebuilt
}

/** How many numbers of a log are missing or out of order. */
export const countGaps = (log: Change[]) => log.filter(({ sequence }, index) => sequence !== index + 1).length
