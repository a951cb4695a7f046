import { atLeast, atMost, type Figure, told } from '../../bench/figure.ts'
import type { BenchBroadcast } from '../../bench/service.ts'
import { askAs } from '../answer.ts'
import type { ChaosOptions } from '../suite.ts'

/** The limit of all nodes together, high enough for the clients. */
export const limit = 1_000
export const limitSeconds = 5

/** One key calls all nodes as fast as it can, until the limit has refused it for a while. */
export async function exhaustLimit(
  broadcast: BenchBroadcast,
  urls: string[],
  { isQuick, random }: ChaosOptions,
): Promise<Figure[]> {
  const grantedIn = new Map<string, number>()
  let refused = 0
  let sent = 0
  const giveUpAt = performance.now() + (isQuick ? 5_000 : 30_000)
  const call = async () => {
    while (refused < 100 && performance.now() < giveUpAt) {
      sent += 1
      const { status, headers } = await askAs(broadcast, random.pick(urls), 'GET', '/v1/events?limit=1')
      const window = headers.get('x-ratelimit-reset') ?? ''
      if (status === 429) refused += 1
      if (status === 200) grantedIn.set(window, (grantedIn.get(window) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 16 }, call))
  const name = 'requests over the limit that were refused'
  const most = Math.max(...grantedIn.values())
  return [
    atMost(`requests that three nodes granted in a window of ${limit}`, most, limit, '', `${sent} sent`),
    // A busy machine does not reach the limit.
    isQuick ? told(name, refused, '') : atLeast(name, refused, 1, ''),
  ]
}
