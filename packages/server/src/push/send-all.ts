import type { RecipientRow } from '../store/public/recipients.ts'
import { createLanes } from './lanes.ts'
import type { PushParts } from './parts.ts'
import type { MessageOptions } from './push-message.ts'
import { type Recipient, recipientOf } from './recipient.ts'
import { createResults, type Results, type SaveResults } from './results.ts'
import { openSender } from './sender.ts'
import { verdictOf } from './verdict.ts'

/** Messages to many recipients of a broadcast. */
export interface Mailing<Row extends RecipientRow> {
  broadcastId: string
  signal: AbortSignal
  /** Adds the recipients. Sending begins with the first. */
  handOut(outbox: Outbox<Row>): Promise<void>
  messageFor(row: Row): Message
  save: SaveResults<Row>
}

export interface Message {
  /** A browser that was registered twice gets each message once. */
  id: string
  payload: string
  options: Omit<MessageOptions, 'signal'>
}

export interface Outbox<Row> {
  add(row: Row): void
  /** Waits until there is room for a page of recipients. False when sending was stopped. */
  hasRoom(): Promise<boolean>
  /** Waits until no recipient is left. False when sending was stopped. */
  isEmpty(): Promise<boolean>
}

export const pageSize = 500

/** Sends to all recipients, and saves the results. Ends early when a save says so; throws when interrupted. */
export async function sendAll<Row extends RecipientRow>(parts: PushParts, mailing: Mailing<Row>): Promise<void> {
  const { broadcastId, signal } = mailing
  const givingUp = new AbortController()
  const send = await openSender(parts, broadcastId)
  const results = createResults(mailing.save)
  const lanes = createLanes<Addressed<Row>>({
    async attempt({ recipient, message }, tries) {
      const options = { ...message.options, signal: givingUp.signal }
      return verdictOf(tries, await send(recipient.subscription, message.payload, options), Math.random())
    },
    onDone: ({ row, recipient }, outcome) =>
      results.add({ row, outcome, ...(outcome === 'gone' && { goneSubscription: recipient.sealed }) }),
  })
  const onAbort = () => {
    void lanes.stop()
    setTimeout(() => givingUp.abort(), graceMs).unref()
  }
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  const ticking = startTicking(results, lanes.stop, parts.onError)
  const add = createHandOut(parts, mailing, results, (addressed) =>
    lanes.add(new URL(addressed.recipient.subscription.endpoint).host, addressed),
  )
  try {
    await mailing.handOut({
      add,
      hasRoom: () => lanes.untilLeft(maxHeld - pageSize),
      isEmpty: () => lanes.untilLeft(0),
    })
    await lanes.untilLeft(0)
  } finally {
    signal.removeEventListener('abort', onAbort)
    await lanes.stop()
    await ticking.stop()
    await results.flush()
  }
  signal.throwIfAborted()
}

interface Addressed<Row> {
  row: Row
  recipient: Recipient
  message: Message
}

/** Queues recipients. Unreachable ones, and those whose subscription already got the message, are settled at once. */
function createHandOut<Row extends RecipientRow>(
  { openSubscription }: PushParts,
  { broadcastId, messageFor }: Mailing<Row>,
  results: Results<Row>,
  pass: (addressed: Addressed<Row>) => void,
) {
  const reached = new Set<string>()
  return (row: Row) => {
    const recipient = recipientOf(broadcastId, row, openSubscription)
    if (!recipient) {
      results.add({ row, outcome: 'gone' })
      return
    }
    const message = messageFor(row)
    const key = `${message.id} ${recipient.subscription.endpoint}`
    if (reached.has(key)) results.add({ row, outcome: 'sent' })
    else pass({ row, recipient, message })
    reached.add(key)
  }
}

/** Saves results periodically, and stops the rest when it must not be sent any more. */
function startTicking<Row extends RecipientRow>(
  results: Results<Row>,
  stopSending: () => Promise<void>,
  onError: (error: unknown) => void,
) {
  let isStopped = false
  let flushing: Promise<void> = Promise.resolve()
  const tick = async () => {
    const isOpen = await results.flush().catch((error: unknown) => {
      onError(error)
      return true
    })
    if (!isOpen) void stopSending()
    else if (!isStopped) next()
  }
  const next = () => {
    timer = setTimeout(() => {
      flushing = tick()
    }, tickMs)
  }
  let timer: NodeJS.Timeout | undefined
  next()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await flushing
    },
  }
}

/** The maximum number in memory: enough that those of a paused push service do not block the others. */
const maxHeld = 5_000
const tickMs = 200
/** When the service stops, messages in flight get this long to finish. */
const graceMs = 3_000
