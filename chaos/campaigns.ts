import { atMost, type Figure, told } from '../bench/figure.ts'
import { newPushService, type PushedMessage } from '../bench/push-service.ts'
import { createBatch } from '../bench/seed.ts'
import { type BenchBroadcast, newBroadcast } from '../bench/service.ts'
import { insist, killOften, pause, until, withService } from './kills.ts'
import { readLog } from './log.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Kills the service repeatedly while campaigns are sent, then checks who received what, and how they ended. */
export const campaignSuite: ChaosSuite = {
  about: '`kill -9` of the service while push messages are sent',
  run,
}

async function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const [kills, clients, campaigns] = isQuick ? [2, 300, 1] : [100, 2_000, 5]
  // About as slow as a real one, so that messages are in flight when the service is killed.
  const push = await newPushService(20)
  try {
    return await withService(async (service) => {
      const broadcast = await newBroadcast(service, 'Campaigns', ['read', 'write', 'people'])
      const bodies = Array.from({ length: clients }, (_, index) => ({
        platform: 'web',
        pushSubscription: push.subscribe(`browser-${index}`),
      }))
      await createBatch(broadcast, 'broadcastClients', bodies)
      const sending = sendAll(broadcast, campaigns)
      const killedAt: number[] = []
      await killOften(service, random, {
        count: kills,
        progress: async () => (await push.counts()).reached / (clients * campaigns),
        onKilled: (atMs) => killedAt.push(atMs),
      })
      const sent = await sending
      const { reached, messages, mostInFlight } = await push.counts()
      const copies = agesOfCopies(await push.log(), killedAt)
      const oldCopies = copies.filter((ageMs) => ageMs > savedWithinMs).length
      const ends = (await readLog(broadcast)).filter(
        ({ record, fields }) => fields.includes('status') && record?.status === 'sent',
      )
      const wrong = sent.filter(({ total, sent }) => total !== clients || sent !== clients)
      const late = 'copies of messages that were answered more than 0.5 s before a kill'
      return [
        atMost(`clients that a campaign did not reach, with ${kills} kills`, clients * campaigns - reached, 0, ''),
        atMost('campaigns with wrong counts', wrong.length, 0, '', `of ${campaigns}`),
        atMost('campaigns that did not end exactly once', Math.abs(campaigns - ends.length), 0, ''),
        atMost('copies without a kill in between', copies.filter((ageMs) => ageMs === withoutKill).length, 0, ''),
        // The decision says 0.2 s, and the time of a commit; on a busy machine that has no limit.
        isQuick ? told(late, oldCopies, '') : atMost(late, oldCopies, 0, ''),
        atMost('messages in flight, most', mostInFlight, 64, ''),
        told('copies per kill', (messages - reached) / kills, ''),
      ]
    })
  } finally {
    push.close()
  }
}

/** Sends campaigns one after the other, each under a key until it is accepted, and returns their counts. */
async function sendAll(broadcast: BenchBroadcast, campaigns: number): Promise<{ total: number; sent: number }[]> {
  const all = `${broadcast.path}/broadcastCampaigns`
  const stats: { total: number; sent: number }[] = []
  for (let index = 0; index < campaigns; index++) {
    const text = { title: 'Les portes ouvrent', body: `Rendez-vous au port. ${index}` }
    const { _id } = await insist(broadcast, 'POST', all, text, `create-${index}`)
    await insist(broadcast, 'POST', `${all}/${_id}/send`, undefined, `send-${index}`)
    let campaign = { status: 'sending', stats: { total: 0, sent: 0 } }
    await until(
      async () => {
        campaign = await insist(broadcast, 'GET', `${all}/${_id}`)
        await pause(50)
        return !['scheduled', 'sending'].includes(campaign.status)
      },
      'the end of a campaign',
      600_000,
    )
    if (campaign.status !== 'sent') throw new Error(`a campaign ended ${JSON.stringify(campaign)}`)
    stats.push(campaign.stats)
  }
  return stats
}

/** How long before a kill each message was answered that came again; 0 for those in flight. */
function agesOfCopies(log: PushedMessage[], killedAt: number[]): number[] {
  return [...Map.groupBy(log, ({ topic, browser }) => `${topic} ${browser}`).values()].flatMap((messages) =>
    messages.slice(1).map((copy, index) => {
      const before = messages[index] ?? copy
      const between = killedAt.filter((atMs) => atMs <= copy.atMs && atMs >= before.atMs - readLateMs)
      const ages = between.map((atMs) => Math.max(0, before.answeredMs === null ? 0 : atMs - before.answeredMs))
      return Math.min(withoutKill, ...ages)
    }),
  )
}

const withoutKill = Number.POSITIVE_INFINITY
const savedWithinMs = 500
/** A message of a killed service may be read from its connection a little later. */
const readLateMs = 1_000
