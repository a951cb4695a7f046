import { type AnyRecord, kinds } from '@marquee/model'
import type { Tenant } from '../base/tenant.ts'
import { type RecipientRow, readRecipients } from '../store/public/recipients.ts'
import type { Job } from '../store/queues/jobs.ts'
import { createLanes } from './lanes.ts'
import type { CampaignParts } from './parts.ts'
import { payloadOf } from './payload.ts'
import { type Recipient, recipientOf } from './recipient.ts'
import { openSender } from './sender.ts'
import { createTally, type Tally } from './tally.ts'
import { verdictOf } from './verdict.ts'

/** Sends to all pending recipients, and saves the results. Ends early when the campaign is cancelled or deleted; throws when interrupted. */
export async function sendAll(parts: CampaignParts, job: Job, tenant: Tenant, campaign: AnyRecord): Promise<void> {
  const { broadcastId } = tenant
  const givingUp = new AbortController()
  const send = await openSender(parts, broadcastId)
  const payloadFor = createPayloads(parts, campaign, broadcastId)
  const tally = createTally(parts, tenant, campaign._id)
  const lanes = createLanes<Recipient>({
    async attempt({ subscription, locale }, tries) {
      const options = { topic: campaign._id, signal: givingUp.signal }
      return verdictOf(tries, await send(subscription, payloadFor(locale), options), Math.random())
    },
    onDone: ({ clientId, sealed }, outcome) =>
      tally.add({ clientId, outcome, ...(outcome === 'gone' && { goneSubscription: sealed }) }),
  })
  const onAbort = () => {
    void lanes.stop()
    setTimeout(() => givingUp.abort(), graceMs).unref()
  }
  job.signal.addEventListener('abort', onAbort)
  const ticking = startTicking(tally, lanes.stop, parts.onError)
  const handOut = createHandOut(parts, broadcastId, tally, (recipient) =>
    lanes.add(new URL(recipient.subscription.endpoint).host, recipient),
  )
  try {
    for (let after = ''; await lanes.untilLeft(maxHeld - pageSize); ) {
      const page = await readRecipients(parts.db, broadcastId, campaign._id, after, pageSize)
      after = page.at(-1)?.client_id ?? ''
      if (after === '') break
      for (const row of page) handOut(row)
    }
    await lanes.untilLeft(0)
  } finally {
    job.signal.removeEventListener('abort', onAbort)
    await lanes.stop()
    await ticking.stop()
    await tally.flush()
  }
  job.signal.throwIfAborted()
}

/** Queues recipients. Unreachable ones, and those whose subscription already got the message, are settled at once. */
function createHandOut(
  { openSubscription }: CampaignParts,
  broadcastId: string,
  tally: Tally,
  pass: (recipient: Recipient) => void,
) {
  const endpoints = new Set<string>()
  return (row: RecipientRow) => {
    const recipient = recipientOf(broadcastId, row, openSubscription)
    if (!recipient) {
      tally.add({ clientId: row.client_id, outcome: 'gone' })
      return
    }
    const { endpoint } = recipient.subscription
    // A browser that was registered twice gets one message.
    if (endpoints.has(endpoint)) tally.add({ clientId: row.client_id, outcome: 'sent' })
    else pass(recipient)
    endpoints.add(endpoint)
  }
}

/** The payload in each language, built once. */
function createPayloads({ localize }: CampaignParts, campaign: AnyRecord, broadcastId: string) {
  const made = new Map<string | null, string>()
  return (locale: string | null): string => {
    const known = made.get(locale)
    if (known !== undefined) return known
    const local = locale === null ? campaign : localize(kinds.broadcastCampaign, campaign, locale)
    const payload = payloadOf({ ...campaign, ...local }, broadcastId, locale)
    made.set(locale, payload)
    return payload
  }
}

/** Saves results periodically, and stops the rest when the campaign is no longer being sent. */
function startTicking(tally: Tally, stopSending: () => Promise<void>, onError: (error: unknown) => void) {
  let isStopped = false
  let flushing: Promise<void> = Promise.resolve()
  const tick = async () => {
    const isOpen = await tally.flush().catch((error: unknown) => {
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

const pageSize = 500
/** The maximum number in memory: enough that those of a paused push service do not block the others. */
const maxHeld = 5_000
const tickMs = 200
/** When the service stops, messages in flight get this long to finish. */
const graceMs = 3_000
