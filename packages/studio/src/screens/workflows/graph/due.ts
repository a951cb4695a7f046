import { nextTimes, parseCron } from './cron.ts'
import type { Trigger } from './trigger-words.ts'

/** The next due time of an enabled workflow, if it can be computed: an interval counts from its last run. */
export function nextDue(
  trigger: Trigger,
  { zone, now, lastStart }: { zone: string; now: string; lastStart: string | null },
): string | undefined {
  switch (trigger.type) {
    case 'once':
      return trigger.at !== undefined && trigger.at > now ? trigger.at : undefined
    case 'schedule': {
      const cron = parseCron(trigger.cron ?? '')
      return cron && nextTimes(cron, trigger.timezone ?? zone, now, 1)[0]
    }
    case 'interval': {
      if (lastStart === null || trigger.everySeconds === undefined) return undefined
      const everyMs = trigger.everySeconds * 1_000
      const sinceMs = Date.parse(now) - Date.parse(lastStart)
      return new Date(Date.parse(lastStart) + Math.ceil(Math.max(sinceMs, 1) / everyMs) * everyMs).toISOString()
    }
    default:
      return undefined
  }
}
