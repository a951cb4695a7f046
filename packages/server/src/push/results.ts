import type { RecipientRow } from '../store/public/recipients.ts'
import type { Outcome } from './verdict.ts'

/** The final result for one recipient. */
export interface Result<Row extends RecipientRow> {
  row: Row
  outcome: Outcome
  /** The encrypted subscription that a push service no longer knows. */
  goneSubscription?: string
}

/** Saves results in one transaction. False when the rest must not be sent any more. */
export type SaveResults<Row extends RecipientRow> = (results: Result<Row>[]) => Promise<boolean>

export interface Results<Row extends RecipientRow> {
  add(result: Result<Row>): void
  /** Saves the results so far. False when the rest must not be sent any more. */
  flush(): Promise<boolean>
}

export function createResults<Row extends RecipientRow>(save: SaveResults<Row>): Results<Row> {
  const results: Result<Row>[] = []
  return {
    add: (result) => void results.push(result),
    async flush() {
      let isOpen = true
      do {
        const batch = results.splice(0, maxTogether)
        try {
          isOpen = await save(batch)
        } catch (error) {
          // Results that could not be saved are kept for the next save: otherwise the messages would be sent again.
          results.unshift(...batch)
          throw error
        }
      } while (results.length > 0)
      return isOpen
    },
  }
}

const maxTogether = 200
