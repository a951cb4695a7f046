import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Problem } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useTexts } from '../../../texts/language.tsx'
import { type Flow, unreachable } from '../graph/flow.ts'
import {
  type Checked,
  checkedOf,
  type Problem as Finding,
  type NodeProblem,
  problemsByNode,
} from '../graph/problems.ts'
import { texts } from './texts.ts'
import type { FlowEditing } from './use-flow.ts'

export interface Check {
  byNode: ReadonlyMap<string, NodeProblem[]>
  errors: number
  warnings: number
  isChecking: boolean
}

/** The problems of a workflow. Unsaved edits are checked by a dry run, as if the workflow were enabled. */
export function useCheck({ draft, flow }: FlowEditing): Check {
  const { api, id: broadcastId, canWrite } = useBroadcast()
  const { codes } = useTexts(texts)
  const { recordId = '', isDirty, values, errors: refused } = draft
  const asked = useMemo(
    () => ({
      recordId,
      isDirty,
      version: values._updatedAt,
      // Positions on the canvas do not affect the check.
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
        const { record } = await api.request<{ record: Pick<Checked, 'warnings'> }>(
          'PATCH',
          `/workflows/${settled.recordId}`,
          { query: { dry_run: true }, body: { ...settled.patch, status: 'enabled' } },
        )
        return { errors: [], warnings: record.warnings }
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
    // The messages of the service are English; frequent ones are translated here.
    const inWords = (one: Finding) => ({
      ...one,
      message: one.code in codes ? codes[one.code as keyof typeof codes] : one.message,
    })
    const errors = (refused.size > 0 && checked.errors.length === 0 ? checkedOf(refused) : checked).errors.map(inWords)
    // Unreachable steps are found here, without a delay.
    const others = checked.warnings.filter(({ code }) => code !== 'unreachable').map(inWords)
    const byNode = problemsByNode({ errors, warnings: [...neverReached(flow), ...others] }, flow.nodes)
    const all = [...byNode.values()].flat()
    return {
      byNode,
      errors: all.filter(({ level }) => level === 'error').length,
      warnings: all.filter(({ level }) => level === 'warning').length,
      isChecking: found.isFetching || settled !== asked,
    }
  }, [found.data, found.isFetching, refused, flow, settled, asked, codes])
}

function neverReached(flow: Flow): Checked['warnings'] {
  const lost = unreachable(flow)
  return flow.nodes.flatMap(({ id }, index) =>
    lost.has(id) ? [{ pointer: `/nodes/${index}`, code: 'unreachable', message: '' }] : [],
  )
}
