import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useActorName } from './actors.ts'
import type { Change } from './api.ts'
import { useBroadcast } from './broadcasts.tsx'
import { useRecords } from './records.ts'

/** Who did something, by the names of keys and workflows as far as one may know them. */
export function useActorNames(): (actor: Change['actor'] | undefined) => string {
  const { api, id, isOwner } = useBroadcast()
  const inWords = useActorName()
  const keys = useQuery({ queryKey: keysKey(id), queryFn: () => api.sdk.keys.list(), enabled: isOwner })
  const { records: workflows } = useRecords('workflow', workflowQuery)
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const key of keys.data ?? []) names.set(key.id, key.name)
    for (const workflow of workflows) names.set(workflow._id, String(workflow.name ?? ''))
    return (actor) => names.get(actor?.id ?? '') || inWords(actor)
  }, [keys.data, workflows, inWords])
}

const workflowQuery = { limit: 100, fields: ['name'] }

export const keysKey = (broadcastId: string) => ['broadcast', broadcastId, 'keys']
