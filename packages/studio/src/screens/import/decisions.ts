import { useSessionStorage } from '@mantine/hooks'
import { useMemo } from 'react'
import type { ImportChange, ImportDecisions, ImportField } from './imports.ts'

export type Choice = 'keep' | 'take'

export interface Decisions {
  fieldChoice(change: ImportChange, field: ImportField, rule: Choice): Choice
  chooseField(change: ImportChange, field: ImportField, choice: Choice): void
  /** The record that a new one is; undefined for none. */
  matchOf(change: ImportChange): string | undefined
  match(changes: readonly ImportChange[], isSame: boolean): void
  matchWith(change: ImportChange, recordId: string | null): void
  /** As the service takes them. */
  all: ImportDecisions
}

/** What the person decided about a plan. It survives a reload; `copyTo` keeps it for the next plan of the same file. */
export function useDecisions(importId: string): Decisions & { copyTo(nextId: string): void } {
  const [all, setAll] = useSessionStorage<ImportDecisions>({
    key: keyOf(importId),
    defaultValue: none,
    getInitialValueInEffect: false,
  })
  return useMemo(
    () => ({
      all,
      fieldChoice: (change, field, rule) =>
        all.fields.find((one) => isOf(one, change) && one.field === field.name)?.choice ?? defaultChoice(field, rule),
      chooseField: (change, field, choice) => setAll((known) => withField(known, change, field, choice)),
      matchOf: (change) => all.matches.find((one) => isOf(one, change))?.recordId ?? undefined,
      match: (changes, isSame) => setAll((known) => withMatches(known, changes, isSame)),
      matchWith: (change, recordId) => setAll((known) => withMatch(known, change, recordId)),
      copyTo: (nextId) => sessionStorage.setItem(keyOf(nextId), JSON.stringify(all)),
    }),
    [all, setAll],
  )
}

const keyOf = (importId: string) => `marquee:import:${importId}`
const none: ImportDecisions = { matches: [], fields: [] }

interface Keyed {
  kind: string
  key: string
}

const isOf = (one: Keyed, other: Keyed) => one.kind === other.kind && one.key === other.key

/** Without a decision: the source's change is taken, people's is kept, and the rule decides about both. */
export function defaultChoice({ outcome }: ImportField, rule: Choice): Choice {
  return outcome === 'conflict' ? rule : outcome
}

function withField(known: ImportDecisions, change: Keyed, { name }: ImportField, choice: Choice): ImportDecisions {
  const others = known.fields.filter((one) => !(isOf(one, change) && one.field === name))
  return { ...known, fields: [...others, { kind: change.kind, key: change.key, field: name, choice }] }
}

export function withMatch(known: ImportDecisions, change: Keyed, recordId: string | null): ImportDecisions {
  const others = known.matches.filter((one) => !isOf(one, change))
  return { ...known, matches: [...others, { kind: change.kind, key: change.key, recordId }] }
}

/** Accepts the first proposal of each that no other record has, or declines all. */
export function withMatches(known: ImportDecisions, changes: readonly ImportChange[], isSame: boolean) {
  const taken = new Set<string>()
  return changes.reduce((decisions, change) => {
    const proposal = isSame ? change.proposals.find(({ recordId }) => !taken.has(recordId)) : undefined
    if (proposal) taken.add(proposal.recordId)
    return withMatch(decisions, change, proposal?.recordId ?? null)
  }, known)
}
