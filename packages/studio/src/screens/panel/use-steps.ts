import { notifications } from '@mantine/notifications'
import { type RefObject, useCallback, useRef } from 'react'
import { type KindName, Problem, type RecordFor, type Stored } from '../../data/api.ts'
import { useCommon } from '../../texts/language.tsx'
import { changeHistory, isUntouched, readHistory, withoutStep, withRedone, withUndone } from './move-history.ts'
import type { BatchChange } from './use-batch.ts'

export type Direction = 'undo' | 'redo'

export interface StepWords<K extends KindName> {
  /** Says how the record is after the step. */
  done: (direction: Direction, record: RecordFor<K>) => string
  /** Says that somebody else has changed it meanwhile; without a record, that it was deleted. */
  refused: (direction: Direction, record: RecordFor<K> | undefined) => string
  nothing: (direction: Direction) => string
  /** Says that several records were changed back, for kinds that are changed in batches. */
  doneMany?: (direction: Direction, count: number) => string
  say: (text: string) => void
}

interface Reach<K extends KindName> {
  readNow: (recordId: string) => Promise<Stored<RecordFor<K>>>
  save: (change: {
    recordId: string
    patch: Record<string, unknown>
    ifMatch?: string
  }) => Promise<Stored<RecordFor<K>>>
  saveAll: (changes: BatchChange[]) => Promise<void>
  /** The versions that this page has saved. */
  own: RefObject<Set<string | undefined>>
}

/** The id of the notice about the latest move. */
export const noticeId = 'moved'

/**
 * Undoes or redoes the latest move of a history. It sets only the fields of the move, on the version that was read just now:
 * changes by others in other fields stay, and a record that others have moved themselves is left alone.
 */
export function useSteps<K extends KindName>(
  historyKey: string,
  words: StepWords<K>,
  { readNow, save, saveAll, own }: Reach<K>,
) {
  const common = useCommon()
  const latest = useRef(words)
  latest.current = words
  return useCallback(
    async (direction: Direction): Promise<void> => {
      const { done, doneMany, refused, nothing, say } = latest.current
      const history = readHistory(historyKey)
      const step = (direction === 'undo' ? history.done : history.undone).at(-1)
      if (!step) return say(nothing(direction))
      const inform = (text: string, color?: string) => {
        say(text)
        notifications.hide(noticeId)
        notifications.show({ id: noticeId, message: text, autoClose: 6_000, ...(color && { color }) })
      }
      const refuse = (record: RecordFor<K> | undefined) => {
        changeHistory(historyKey, (known) => withoutStep(known, step))
        inform(refused(direction, record), 'yellow')
      }
      for (let attempt = 0; attempt < mostAttempts; attempt++) {
        try {
          const changes = await Promise.all(
            [step, ...(step.others ?? [])].map(async ({ recordId, before, after }) => {
              const [expected, patch] = direction === 'undo' ? [after, before] : [before, after]
              const { record, etag } = await readNow(recordId)
              return { record, isFree: isUntouched(record, expected), change: { recordId, patch, ifMatch: etag } }
            }),
          )
          const taken = changes.find(({ isFree }) => !isFree)
          if (taken) return refuse(taken.record)
          const [first] = changes
          if (!first) return
          const { recordId, patch, ifMatch } = first.change
          const isSingle = step.others === undefined
          const saved = isSingle ? await save({ recordId, patch, ...(ifMatch && { ifMatch }) }) : undefined
          if (saved) own.current.add(saved.etag)
          else await saveAll(changes.map(({ change }) => change))
          changeHistory(historyKey, (known) => (direction === 'undo' ? withUndone : withRedone)(known, step))
          return inform(saved ? done(direction, saved.record) : (doneMany?.(direction, changes.length) ?? ''))
        } catch (error) {
          const status = error instanceof Problem ? error.status : undefined
          if (status === 404) return refuse(undefined)
          // Somebody else saved between the read and the save: the next read shows whether it concerns the move.
          if (status === 412) continue
          const message = error instanceof Error ? error.message : String(error)
          notifications.show({ color: 'red', title: common.saveFailed, message, autoClose: false })
          return
        }
      }
    },
    [historyKey, readNow, save, saveAll, own, common],
  )
}

/** Each attempt but the last needs a save by somebody else in the same instant. */
const mostAttempts = 5
