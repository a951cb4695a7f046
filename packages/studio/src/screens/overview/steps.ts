export type Step = 'place' | 'session' | 'article' | 'member' | 'key'

interface Counted {
  records: Record<string, { used: number }>
  apiKeys: { used: number }
}

/** The first steps of a broadcast, and which are done, without steps that the person may not do. */
export function stepsOf(usage: Counted, isOwner: boolean): { step: Step; isDone: boolean }[] {
  const used = (kind: string) => usage.records[kind]?.used ?? 0
  const steps: { step: Step; isDone: boolean; isForOwners?: boolean }[] = [
    { step: 'place', isDone: used('broadcastInterestPoint') > 0 },
    { step: 'session', isDone: used('broadcastSession') > 0 },
    { step: 'article', isDone: used('broadcastArticle') > 0 },
    // The creator of the broadcast is its first member.
    { step: 'member', isDone: used('broadcastMember') > 1, isForOwners: true },
    { step: 'key', isDone: usage.apiKeys.used > 0, isForOwners: true },
  ]
  return steps.filter(({ isForOwners }) => isOwner || !isForOwners).map(({ step, isDone }) => ({ step, isDone }))
}
