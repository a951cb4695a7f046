import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Problem } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { type Flow, unreachable } from '../graph/flow.ts'
import { type Checked, checkedOf, type NodeProblem, problemsByNode } from '../graph/problems.ts'
import type { FlowEditing } from './use-flow.ts'

export interface Check {
  byNode: ReadonlyMap<string, NodeProblem[]>
  errors: number
  warnings: number
  isChecking: boolean
}

/** What stands in the way of running a workflow, also of what is not saved yet: that is rehearsed as if it were to be switched on. */
export function useCheck({ draft, flow }: FlowEditing): Check {
  const { api, id: broadcastId, canWrite } = useBroadcast()
  const { recordId = '', isDirty, values, errors: refused } = draft
  const asked = useMemo(
    () => ({
      recordId,
      isDirty,
      version: values._updatedAt,
      // Where steps stand on the canvas changes nothing about them.
      patch: {
        trigger: values.trigger,
        entryNodeId: flow.entryNodeId,
        nodes: flow.nodes.map(({ position, ...rest }) => rest),
      },
    }),
    [recordId, isDirty, values._updatedAt, values.trigger, flow],
  )
  const [settled] = useDebouncedValue(asked, 500)
  const found = useQuery({
    queryKey: ['broadcast', broadcastId, 'workflowCheck', settled],
    queryFn: async (): Promise<Checked> => {
      if (!settled.isDirty) return api.sdk.workflows.check(settled.recordId)
      try {
        await api.request('PATCH', `/workflows/${settled.recordId}`, {
          query: { dry_run: true },
          body: { ...settled.patch, status: 'enabled' },
        })
        return { errors: [], warnings: [] }
      } catch (error) {
        if (error instanceof Problem && error.errors.length > 0) return { errors: error.errors, warnings: [] }
        throw error
      }
    },
    enabled: canWrite && recordId !== '',
    placeholderData: keepPreviousData,
    gcTime: 30_000,
    retry: false,
  })
  return useMemo(() => {
    const checked = found.data ?? { errors: [], warnings: [] }
    const errors = refused.size > 0 ? checkedOf(refused).errors : checked.errors
    const byNode = problemsByNode({ errors, warnings: neverReached(flow) }, flow.nodes)
    const all = [...byNode.values()].flat()
    return {
      byNode,
      errors: all.filter(({ level }) => level === 'error').length,
      warnings: all.filter(({ level }) => level === 'warning').length,
      isChecking: found.isFetching || settled !== asked,
    }
  }, [found.data, found.isFetching, refused, flow, settled, asked])
}

function neverReached(flow: Flow): Checked['warnings'] {
  const lost = unreachable(flow)
  return flow.nodes.flatMap(({ id }, index) =>
    lost.has(id) ? [{ pointer: `/nodes/${index}`, code: 'unreachable', message: '' }] : [],
  )
}
