import { atLeast, atMost, type Figure, told } from '../bench/figure.ts'
import { newService } from '../bench/service.ts'
import {
  type Documented,
  readDocumentation,
  schemaValidators,
  sentInstant,
} from '../packages/server/test/contract/documented.ts'
import type { Reply } from '../packages/server/test/support/service.ts'
import { newTenant } from './accounts.ts'
import { malformedWorker } from './fuzz/malformed.ts'
import { createRequests, type FuzzRequest } from './fuzz/requests.ts'
import { createHttpClient, requestBytes } from './http-client.ts'
import { createRandom, type Random } from './random.ts'
import { loggedErrors } from './service-log.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Sends requests made from the OpenAPI document, valid ones, mutated ones and bytes that are no HTTP, and judges every answer. */
export const fuzzSuite: ChaosSuite = {
  about: 'requests made from the OpenAPI document, valid and mutated, with naughty strings, and malformed HTTP',
  run,
}

async function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const [wanted, workers] = isQuick ? [600, 3] : [288_000, 12]
  // Callers without a valid key are limited by their address, which this header changes.
  const service = await newService({ env: { MARQUEE_TRUSTED_PROXIES: '127.0.0.1' } })
  try {
    await service.start()
    const documented = await readDocumentation(service.url)
    const judge = createJudge(documented)
    const startedAt = performance.now()
    let sent = 0
    const isGoingOn = () => sent < wanted && performance.now() - startedAt < longestMs
    /** Each worker has a broadcast and choices of its own, so that its requests do not depend on the others. */
    const work = async (seed: number) => {
      const own = createRandom(seed)
      const client = createHttpClient(service.port, 1)
      try {
        while (isGoingOn()) await fuzzOne(client, own)
      } finally {
        client.close()
      }
    }
    /** Each broadcast gets some thousand requests: lists that keep growing would take ever more time. */
    const fuzzOne = async (client: ReturnType<typeof createHttpClient>, own: Random) => {
      const tenant = await newTenant(service.url, 'Fuzz')
      const key = await tenant.key(['read', 'write', 'people'])
      const requests = createRequests(documented.document, { random: own, tenant, key })
      for (let count = 0; count < perBroadcast && isGoingOn(); count++) {
        sent += 1
        const request = requests.next()
        const reply = await client.send(requestBytes(request)).catch((error: Error) => error)
        judge.note(request, reply)
        if (!(reply instanceof Error)) requests.learn(request, reply)
      }
    }
    const malformed = malformedWorker(service.url, createRandom(random.below(2 ** 31)), isGoingOn)
    await Promise.all([malformed, ...Array.from({ length: workers }, () => work(random.below(2 ** 31)))])
    const seconds = (performance.now() - startedAt) / 1_000
    const raw = await malformed
    const isAlive = await fetch(`${service.url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    judge.print([...(await loggedErrors(service)), ...raw.failures.slice(0, 5)])
    return [
      atLeast('requests', sent + raw.sent, isQuick ? 600 : 300_000, ''),
      atLeast('operations that answered 2xx', judge.accepted.size, isQuick ? 30 : 250, ''),
      told('requests that were accepted', (judge.accepted2xx() / sent) * 100, '%'),
      told('malformed HTTP', raw.sent, ''),
      atMost('answers of 5xx other than a documented 503', judge.counts.broken + raw.broken, 0, ''),
      atMost('requests without an answer', judge.counts.silent, 0, ''),
      atMost('invalid requests that were accepted', judge.counts.invalid + raw.accepted, 0, ''),
      atMost('answers that are not as documented', judge.counts.undocumented, 0, ''),
      atMost('services that do not answer afterwards', isAlive ? 0 : 1, 0, ''),
      told('requests per second', sent / seconds, '/s'),
    ]
  } finally {
    await service.remove()
  }
}

/** Of the load; fewer requests than promised are a broken promise. */
const longestMs = 1_500_000
const perBroadcast = 5_000

/** A batch of single operations answers 200, and each operation has a status of its own, which a dry run does not show. */
const isRefusedInPart = (request: FuzzRequest, { body }: Reply) =>
  (body?.dry_run === true && request.operation.endsWith('/batch') && /"mode":"each"/.test(request.body ?? '')) ||
  (Array.isArray(body?.results) && body.results.some(({ status }: { status?: number }) => Number(status) >= 400))

function createJudge({ document, check }: Documented) {
  const validators = schemaValidators(document, sentInstant)
  const counts = { broken: 0, silent: 0, invalid: 0, undocumented: 0 }
  const accepted = new Set<string>()
  const shown = new Map<string, string>()
  let accepted2xx = 0
  const show = (kind: keyof typeof counts, request: FuzzRequest, detail: string) => {
    counts[kind] += 1
    const key = `${kind} ${request.operation}`
    if (!shown.has(key))
      shown.set(
        key,
        `${key}: ${request.method} ${request.path} ${request.body?.slice(0, 500) ?? ''}\n    ${detail.slice(0, 900)}`,
      )
  }
  /** Whether the document forbids the request: its body does not parse or does not fit the schema, or a parameter does not. */
  const isInvalid = ({ schema, isBodyOptional, body, isInvalidQuery }: FuzzRequest) => {
    if (isInvalidQuery) return true
    if (!schema || body === undefined) return false
    if (body.trim() === '') return !isBodyOptional
    try {
      // A byte order mark may be ignored (RFC 8259).
      return !validators.of(schema)(JSON.parse(body.replace(/^\ufeff/, '')))
    } catch {
      return true
    }
  }
  return {
    counts,
    accepted,
    accepted2xx: () => accepted2xx,
    note(request: FuzzRequest, reply: Reply | Error) {
      if (reply instanceof Error) {
        show('silent', request, reply.message)
        return
      }
      const said = `${reply.status} ${reply.text}`
      if (reply.status >= 500 && reply.status !== 503) show('broken', request, said)
      if (reply.status < 300) {
        accepted.add(request.operation)
        accepted2xx += 1
        if (isInvalid(request) && !isRefusedInPart(request, reply)) show('invalid', request, said)
      }
      if (reply.headers.get('content-type')?.startsWith('text/event-stream')) return
      try {
        check(request.method, request.path, reply)
      } catch (error) {
        show('undocumented', request, error instanceof Error ? error.message : String(error))
      }
    },
    print(more: string[]) {
      for (const line of [...more, ...shown.values()].slice(0, 25)) console.error(`  ${line}`)
    },
  }
}
