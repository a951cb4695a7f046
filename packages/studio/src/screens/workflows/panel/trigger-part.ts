import type { Trigger } from '../graph/trigger-words.ts'

/** The props of the fields of one type of trigger. */
export interface TriggerPart {
  trigger: Trigger
  isDisabled: boolean
  error: string | undefined
  onChange: (trigger: Trigger) => void
}
