import type { Actor } from '@marquee/model'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCommon } from '../texts/language.tsx'
import { describeActor, idOfActor } from './actors.ts'
import { useBroadcast } from './broadcasts.tsx'
import { useRecords } from './records.ts'
import { usePerson } from './session.ts'

type ActorName = (actor: Actor | undefined) => string

/** Describes an actor in words. */
export function useActorName(): ActorName {
  const { actors } = useCommon()
  const person = usePerson()
  return (actor) => describeActor(actor, actors, person.id)
}

/** Describes actors in words, with the names of keys and workflows as far as the person may read them. */
export function useActorNames(): ActorName {
  const { api, id, isOwner } = useBroadcast()
  const { actors, runOf } = useCommon()
  const person = usePerson()
  const keys = useQuery({ queryKey: keysKey(id), queryFn: () => api.sdk.keys.list(), enabled: isOwner })
  const { records: workflows } = useRecords('workflow', workflowQuery)
  const { records: runs } = useRecords('workflowRun', runQuery)
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const key of keys.data ?? []) names.set(key.id, key.name)
    const workflowNames = new Map(workflows.map(({ _id, name }) => [_id, name]))
    for (const { _id, workflowId } of runs) {
      const name = workflowNames.get(workflowId ?? '')
      if (name) names.set(_id, runOf(name))
    }
    return (actor) => names.get(idOfActor(actor)) || describeActor(actor, actors, person.id)
  }, [keys.data, workflows, runs, actors, runOf, person.id])
}

const workflowQuery = { limit: 100, fields: ['name'] }
const runQuery = { limit: 100, fields: ['workflowId'] }

export const keysKey = (broadcastId: string) => ['broadcast', broadcastId, 'keys']
