import type { Clock } from '../base/clock.ts'
import { AppError } from '../base/errors.ts'
import { createGate } from '../base/gate.ts'
import { type Outbound, OutboundError } from '../base/outbound/index.ts'
import { type Address, readAddresses } from './results.ts'

export interface Geocoder {
  /** The credit that the service requires, as HTML of the operator. */
  attribution: string
  /** The addresses that match a text, best first, in this language where the service knows it. */
  search(text: string, language: string): Promise<Address[]>
}

interface Parts {
  clock: Clock
  outbound: Outbound
  /** The address of the service, with `{query}`. */
  url: string
  attribution: string
}

export function createGeocoder({ clock, outbound, url, attribution }: Parts): Geocoder {
  const cached = new Map<string, { addresses: Address[]; untilMs: number }>()
  // Public services limit how many requests they answer at once.
  const gate = createGate({ limit: 2, maxWaiting: 32, refusal: 'Too many addresses are being searched at the moment.' })

  const ask = async (text: string, language: string): Promise<Address[]> => {
    const headers = { accept: 'application/json', 'accept-language': language, 'user-agent': 'Marquee/1.0 (addresses)' }
    const request = { method: 'GET', url: url.replaceAll('{query}', encodeURIComponent(text)), headers }
    const reply = await outbound.send({ ...request, timeoutMs, maxReplyBytes })
    const addresses = reply.status === 200 && !reply.isCut ? readAddresses(parsed(reply.body)) : undefined
    if (!addresses) throw unreachable()
    return addresses
  }

  return {
    attribution,
    async search(text, language) {
      const key = JSON.stringify([text.toLowerCase(), language])
      const known = cached.get(key)
      if (known && known.untilMs > clock.now()) return known.addresses
      const addresses = await gate
        .run(() => ask(text, language))
        .catch((error: unknown) => {
          throw error instanceof OutboundError ? unreachable() : error
        })
      cached.delete(key)
      cached.set(key, { addresses, untilMs: clock.now() + cachedMs })
      // The first key is the oldest.
      if (cached.size > maxCached) for (const oldest of cached.keys().take(1)) cached.delete(oldest)
      return addresses
    },
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

const unreachable = () =>
  new AppError('unavailable', 'The address search does not answer at the moment.', { headers: { 'retry-after': '5' } })

const timeoutMs = 8_000
const maxReplyBytes = 262_144
const cachedMs = 10 * 60_000
const maxCached = 500
