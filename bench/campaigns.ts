import { atMost, type Figure, percentile, type Suite, told } from './figure.ts'
import { processorMs } from './process-use.ts'
import { newPushService } from './push-service.ts'
import { newBroadcast, newService } from './service.ts'

/** A campaign to clients of one push service, from the send request to the state `sent`; and its effect on concurrent reads. */
export const campaignSuite: Suite = async ({ isQuick, profileDir }) => {
  const total = isQuick ? 200 : 10_000
  const service = await newService({ profileDir })
  await service.start()
  const push = await newPushService()
  try {
    const broadcast = await newBroadcast(service, 'Campaigns', ['read', 'write', 'people'])
    for (let from = 0; from < total; from += perBatch) {
      const operations = Array.from({ length: Math.min(perBatch, total - from) }, (_, index) => ({
        op: 'create',
        body: { platform: 'web', locale: 'fr', pushSubscription: push.subscribe(`browser-${from + index}`) },
      }))
      const made = await broadcast.call('POST', `${broadcast.path}/broadcastClients/batch`, {
        mode: 'atomic',
        operations,
      })
      if (made.status !== 200) throw new Error(`the clients were not created: ${JSON.stringify(made.body)}`)
    }
    const text = { title: 'Les portes ouvrent', body: 'Rendez-vous au port. '.repeat(20) }
    const { body: campaign } = await broadcast.call('POST', `${broadcast.path}/broadcastCampaigns`, text)
    const at = `${broadcast.path}/broadcastCampaigns/${campaign._id}`
    const began = performance.now()
    const workedMs = await processorMs(service.pid())
    await broadcast.call('POST', `${at}/send`)
    const asked: number[] = []
    for (let isEnded = false; !isEnded; ) {
      const askedAt = performance.now()
      const { body } = await broadcast.call('GET', at)
      asked.push(performance.now() - askedAt)
      isEnded = body.status !== 'sending'
      if (isEnded) requireAll(body, total)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const seconds = (performance.now() - began) / 1_000
    const counts = await push.counts()
    if (counts.browsers !== total || counts.messages !== total) throw new Error(`what came: ${JSON.stringify(counts)}`)
    const perMessageMs = ((await processorMs(service.pid())) - workedMs) / total
    return [...figures(total, seconds, asked), told('processor time of a message', perMessageMs, 'ms')]
  } finally {
    push.close()
    await service.remove()
  }
}

function figures(total: number, seconds: number, asked: number[]): Figure[] {
  return [
    atMost(`a campaign to ${total.toLocaleString('en')} clients`, seconds, 60, 's', `${Math.round(total / seconds)}/s`),
    told('a read meanwhile, p50', percentile(asked, 0.5), 'ms'),
    told('a read meanwhile, p99', percentile(asked, 0.99), 'ms'),
  ]
}

function requireAll({ status, stats }: { status: string; stats: { sent: number } }, total: number): void {
  if (status !== 'sent' || stats.sent !== total) throw new Error(`it ended ${status} with ${JSON.stringify(stats)}`)
}

const perBatch = 500
