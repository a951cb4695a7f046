import type { ChangeOperation } from '@marquee/model'
import { Cron } from 'croner'

/** The trigger of a workflow, as stored in its record. */
export interface Trigger {
  type: 'manual' | 'interval' | 'schedule' | 'once' | 'change' | 'webhook'
  everySeconds?: number
  cron?: string
  timezone?: string
  at?: string
  misfire?: 'once' | 'skip'
  overlap?: 'skip' | 'queue' | 'parallel'
  kind?: string
  operations?: ChangeOperation[]
  filters?: unknown[]
}

/** Whether runs of the workflow wait for each other. Events are followed in their order, unless they are said to be independent. */
export const isSerial = ({ type, overlap }: Trigger) =>
  overlap === 'queue' || (eventTypes.includes(type) && overlap !== 'parallel')

const eventTypes: Trigger['type'][] = ['change', 'webhook']

/** What follows from a due time that has passed. */
export interface Verdict {
  /** The due time to start a run for, if any. */
  fireAt: Date | null
  /** The next due time; null: never. */
  nextAt: Date | null
}

/** The first time after an instant at which a trigger is due; null: never. */
export function nextDue(trigger: Trigger, after: Date, timeZone: string): Date | null {
  switch (trigger.type) {
    case 'interval':
      return new Date(after.getTime() + everyMs(trigger))
    case 'schedule':
      return cronOf(trigger, timeZone).nextRun(after)
    case 'once': {
      const at = new Date(trigger.at ?? Number.NaN)
      return at > after ? at : null
    }
    default:
      return null
  }
}

/**
 * One run for the latest due time, however many have passed since the first. With `misfire: skip` only when it was not missed: after
 * downtime no runs are made up for.
 */
export function verdictOn(trigger: Trigger, dueAt: Date, now: Date, timeZone: string): Verdict {
  const latest = latestDue(trigger, dueAt, now, timeZone)
  const isMissed = now.getTime() - latest.getTime() > graceMs
  const fireAt = isMissed && trigger.misfire === 'skip' ? null : latest
  return { fireAt, nextAt: followingDue(trigger, latest, timeZone) }
}

/** The error in a cron expression, if there is one. */
export function cronError(cron: string): { code: 'never' | 'format'; message: string } | undefined {
  try {
    const isEver = cronOf({ type: 'schedule', cron }, 'UTC').nextRun(new Date('2020-01-01T00:00:00Z')) !== null
    return isEver ? undefined : { code: 'never', message: 'is never due' }
  } catch {
    return { code: 'format', message: 'must be a cron expression of five fields, such as 0 8 * * MON-FRI' }
  }
}

function latestDue(trigger: Trigger, dueAt: Date, now: Date, timeZone: string): Date {
  if (trigger.type === 'interval') {
    const rounds = Math.floor((now.getTime() - dueAt.getTime()) / everyMs(trigger))
    return new Date(dueAt.getTime() + Math.max(0, rounds) * everyMs(trigger))
  }
  if (trigger.type !== 'schedule') return dueAt
  // The second after now, because croner looks strictly before.
  const [latest] = cronOf(trigger, timeZone).previousRuns(1, new Date(now.getTime() + 1_000))
  return latest && latest > dueAt && latest <= now ? latest : dueAt
}

const followingDue = (trigger: Trigger, latest: Date, timeZone: string) =>
  trigger.type === 'once' ? null : nextDue(trigger, latest, timeZone)

/** Five fields, so that nothing is due more often than once a minute. */
const cronOf = (trigger: Trigger, timeZone: string) =>
  new Cron(trigger.cron ?? '', { timezone: trigger.timezone ?? timeZone, mode: '5-part', paused: true })

const everyMs = ({ everySeconds = 60 }: Trigger) => everySeconds * 1_000

/** A busy service may be a little late without having missed a due time. */
const graceMs = 60_000
