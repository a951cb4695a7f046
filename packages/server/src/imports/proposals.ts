import { foldName } from '@marquee/formats'
import type { Fields } from './merge.ts'
import type { Proposal } from './plan.ts'

/** A record that new ones of a file are compared with. */
export interface Candidate {
  id: string
  kind: string
  title: string | null
  start: string | null
  hostIds: string[] | null
}

/** Finds records with the same title, the most similar first. Equal titles prove nothing, so people decide. */
export function createProposals(candidates: Iterable<Candidate>): (kind: string, fields: Fields) => Proposal[] {
  const byTitle = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    if (!candidate.title) continue
    const at = `${candidate.kind}/${foldName(candidate.title)}`
    const others = byTitle.get(at)
    if (others) others.push(candidate)
    else byTitle.set(at, [candidate])
  }
  return (kind, fields) => {
    const found = byTitle.get(`${kind}/${foldName(String(fields.title ?? ''))}`) ?? []
    const scored = found.map((candidate) => ({ candidate, shared: sharedOf(candidate, fields) }))
    scored.sort((a, b) => b.shared.length - a.shared.length || (a.candidate.id < b.candidate.id ? -1 : 1))
    return scored
      .slice(0, maxProposals)
      .map(({ candidate: { id, title }, shared }) => ({ recordId: id, title, shared }))
  }
}

function sharedOf({ start, hostIds }: Candidate, fields: Fields): Proposal['shared'] {
  const { time, hostIds: people } = fields as { time?: { start?: string | null }; hostIds?: string[] }
  const isNear = !!start && !!time?.start && Math.abs(Date.parse(start) - Date.parse(time.start)) <= nearMs
  const hasPeople = (hostIds ?? []).some((id) => people?.includes(id))
  return [...(isNear ? (['time'] as const) : []), ...(hasPeople ? (['people'] as const) : [])]
}

const maxProposals = 3
const nearMs = 86_400_000
