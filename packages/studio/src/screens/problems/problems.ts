import { placeOf } from '../../kinds/places.ts'

/** A target of a link: the record, field or filter to look at. */
export interface Target {
  screen: string
  recordId?: string
  search?: Record<string, unknown>
}

/** A record that a problem concerns. `name` is empty for one without a name. */
export interface Concerned {
  id: string
  name: string
  target: Target
}

/** Something that a person should look at. Records with the same problem are one problem. */
export type Problem = { id: string; target: Target } & (
  | { type: 'conflict'; message: string }
  | { type: 'draftInUse'; name: string; used: number; records: Concerned[] }
  | { type: 'noTime' | 'noPlace' | 'late'; count: number; records: Concerned[] }
  | { type: 'webhookFailing' | 'webhookOff'; host: string }
  | { type: 'runFailed'; name: string | undefined; count: number; at: string | null }
  | { type: 'quota'; kind: string; used: number; limit: number }
  | { type: 'private' }
)

interface Conflict {
  id: string
  type: string
  message: string
  records: { kind: string; id: string; title: string | null }[]
}

/** Records of one kind that need the same: their number, and the first of them. */
export interface Group {
  total: number
  records: Concerned[]
}

export interface Findings {
  conflicts: readonly Conflict[]
  /** Published sessions without a time or place, and drafts whose date of publication has passed. */
  noTime: Group
  noPlace: Group
  late: Group
  webhooks: readonly { id: string; url: string; active: boolean }[]
  runs: readonly { workflowId: string | null; finishedAt: string | null }[]
  workflowNames: ReadonlyMap<string, string>
  records: Readonly<Record<string, { used: number; limit: number | null }>>
  /** Published records that no visitor can see, because the broadcast is private. */
  isHidden: boolean
}

/** The one list of problems of a broadcast; its length is their number on every screen. */
export function problemsOf(found: Findings): Problem[] {
  return [
    ...conflicting(found.conflicts.filter(({ type }) => type !== 'draftReference')),
    ...draftsInUse(found.conflicts.filter(({ type }) => type === 'draftReference')),
    ...group('noTime', found.noTime, { screen: 'programme', search: { status: 'published' } }),
    ...group('noPlace', found.noPlace, { screen: 'programme', search: { status: 'published' } }),
    ...group('late', found.late, { screen: 'articles', search: { status: 'draft' } }),
    ...found.webhooks.map(failingWebhook),
    ...failedRuns(found),
    ...nearlyUsed(found.records),
    ...(found.isHidden ? [{ id: 'private', type: 'private' as const, target: privacySetting }] : []),
  ]
}

/** The switch that makes a broadcast private. */
export const privacySetting: Target = { screen: 'settings', search: { field: 'isPrivate' } }

/** Two sessions that share both a place and a host clash once. */
function conflicting(conflicts: readonly Conflict[]): Problem[] {
  const known = new Map<string, Problem>()
  for (const { id, type, message, records } of conflicts) {
    const [first, second] = records
    const key = isOverlap(type) ? `clash:${[first?.id, second?.id].sort().join(':')}` : id
    const target = (first && placeOf(first.kind, first.id)) ?? { screen: 'programme' }
    if (!known.has(key)) known.set(key, { id: key, type: 'conflict', message, target })
  }
  return [...known.values()]
}

const isOverlap = (type: string) => type === 'placeOverlap' || type === 'hostOverlap'

/** A draft is one problem, however many published records lead to it. */
function draftsInUse(conflicts: readonly Conflict[]): Problem[] {
  const byDraft = Map.groupBy(conflicts, ({ records }) => records[1]?.id ?? '')
  return [...byDraft].flatMap(([id, uses]): Problem[] => {
    const draft = uses[0]?.records[1]
    const target = draft && placeOf(draft.kind, draft.id)
    if (!draft || !target) return []
    const records = uses.flatMap(({ records: [user] }) => {
      const at = user && placeOf(user.kind, user.id)
      return at ? [{ id: user.id, name: user.title ?? '', target: at }] : []
    })
    return [{ id: `draft:${id}`, type: 'draftInUse', name: draft.title ?? '', used: uses.length, records, target }]
  })
}

function group(type: 'noTime' | 'noPlace' | 'late', { total, records }: Group, all: Target): Problem[] {
  const [only] = records
  if (total === 0 || !only) return []
  return [{ id: type, type, count: total, records, target: total === 1 ? only.target : all }]
}

function failingWebhook({ id, url, active }: Findings['webhooks'][number]): Problem {
  const host = URL.canParse(url) ? new URL(url).host : url
  const target = { screen: 'developers', recordId: 'webhooks', search: { webhook: id } }
  return { id: `webhook:${id}`, type: active ? 'webhookFailing' : 'webhookOff', host, target }
}

/** A workflow that failed several times is one problem; the newest run is the first. */
function failedRuns({ runs, workflowNames }: Findings): Problem[] {
  const byWorkflow = Map.groupBy(runs, ({ workflowId }) => workflowId ?? '')
  return [...byWorkflow].map(([id, failed]): Problem => {
    const name = workflowNames.get(id)
    const target = { screen: 'workflows', ...(name !== undefined && { recordId: id }) }
    return { id: `run:${id}`, type: 'runFailed', name, count: failed.length, at: failed[0]?.finishedAt ?? null, target }
  })
}

/** Above this share of a quota there is still time to raise it. */
const nearlyFull = 0.9

function nearlyUsed(records: Findings['records']): Problem[] {
  return Object.entries(records).flatMap(([kind, { used, limit }]): Problem[] =>
    limit !== null && limit > 0 && used >= limit * nearlyFull
      ? [{ id: `quota:${kind}`, type: 'quota', kind, used, limit, target: { screen: placeOf(kind, '')?.screen ?? '' } }]
      : [],
  )
}
