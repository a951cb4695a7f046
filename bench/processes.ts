import { type Figure, ratesOf, type Suite, told } from './figure.ts'
import { createMix } from './list-mix.ts'
import { type LoadGenerator, requestText, startLoadGenerator } from './load.ts'
import { createProgramme, type Filled } from './programme.ts'
import { inTurns, paceOf, type Rate } from './rounds.ts'
import { type BenchService, newBroadcast, newService } from './service.ts'
import { surfaceB } from './surfaces.ts'

/** Lists, no two alike, from two processes on one port against one process. The load generator needs a part of a core as well. */
export const processSuite: Suite = async ({ isQuick }) => {
  const pace = paceOf(isQuick)
  const load = startLoadGenerator()
  const [one, two] = [await newService(), await newService({ env: { MARQUEE_PROCESSES: '2' } })]
  try {
    const [viaOne, viaTwo] = [await lists(one, load), await lists(two, load)]
    for (const run of [viaOne, viaTwo]) await run(pace.warmMs)
    const compared = await inTurns(
      pace.rounds,
      () => viaTwo(pace.roundMs),
      () => viaOne(pace.roundMs),
    )
    return [
      told('lists, no two alike, of two processes', compared.ratio, 'of one', ratesOf(compared)),
    ] satisfies Figure[]
  } finally {
    await load.close()
    await Promise.all([one.remove(), two.remove()])
  }
}

async function lists(service: BenchService, load: LoadGenerator): Promise<(durationMs: number) => Promise<Rate>> {
  await service.start()
  const broadcast = await newBroadcast(service, 'Lists')
  const content: Filled = { broadcast, programme: await createProgramme(broadcast, 1_000) }
  const next = createMix(content.programme, 1)
  const headers = surfaceB.headers(broadcast)
  return (durationMs) => {
    const requests = Array.from({ length: Math.ceil(durationMs * mostPerMs) }, () =>
      requestText('GET', surfaceB.listPath(broadcast, content.programme, next()), headers),
    )
    return load.run({ port: service.port, connections: 32, requests, durationMs, isUnrepeated: true, status: 200 })
  }
}

/** More than two processes answer. */
const mostPerMs = 10
