import { atLeast, atMost, type Figure } from '../bench/figure.ts'
import { newService } from '../bench/service.ts'
import { readDocumentation } from '../packages/server/test/contract/documented.ts'
import { newTenant } from './accounts.ts'
import { createHttpClient, type RequestParts, requestBytes } from './http-client.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'
import { newCredentials } from './tenancy/credentials.ts'
import { fillBroadcast, newMissing, stateOf } from './tenancy/foreign.ts'
import { type Attempt, attemptsOf } from './tenancy/requests.ts'

/** Calls every operation with every credential and the ids of another tenant, each also with ids that do not exist. */
export const tenancySuite: ChaosSuite = {
  about:
    'every operation of the OpenAPI document, with every credential, with ids of another tenant in path, query and body',
  run,
}

async function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  // Every request has an address of its own: callers without a valid key are limited by theirs.
  const service = await newService({ env: { MARQUEE_TRUSTED_PROXIES: '127.0.0.1' } })
  const client = createHttpClient(service.port, 8)
  try {
    await service.start()
    const { url } = service
    const { document } = await readDocumentation(url)
    const [mine, theirs] = await Promise.all([newTenant(url, 'Mine'), newTenant(url, 'Theirs')])
    const marker = `secret-${random.below(2 ** 31)}`
    const [credentials, own] = await Promise.all([newCredentials(service, mine), fillBroadcast(url, mine, 'own')])
    // Ids are positions in lists, in the order of seconds: those of the other tenant and the missing ones follow all of mine.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const foreign = await fillBroadcast(url, theirs, marker)
    const missing = newMissing(foreign, random)
    const attempts = attemptsOf(document, { own, foreign, missing, random })
    const chosen = isQuick ? attempts.filter(() => random.chance(quickShare)) : attempts
    const before = await stateOf(theirs)

    const found = { leaks: [] as string[], differences: [] as string[], failures: [] as string[] }
    const operations = new Set<string>()
    let sent = 0
    const send = (parts: RequestParts, headers: Record<string, string>, attempt: Attempt) => {
      sent += 1
      operations.add(attempt.operation)
      // The same id for both requests, so that answers that repeat it are equal.
      const address = `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`
      const more = { ...parts.headers, ...headers, 'x-request-id': 'chaos', 'x-forwarded-for': address }
      return client.send(requestBytes({ ...parts, headers: more }))
    }
    /** Fonts have no drafts, and these records are published. */
    const published = (name: string) => name === 'fontId' || /^\/v1\/(events|places|articles) /.test(name)
    /** All ids and texts of the other tenant that were not in the request. */
    const leaksOf = (text: string, request: string, isPublic: boolean) => {
      const ids = [...foreign.ids].flatMap(([name, id]) => (isPublic && published(name) ? [] : [id]))
      return [marker, ...ids].filter((secret) => text.includes(secret) && !request.includes(secret))
    }

    const tryOne = async (attempt: Attempt, name: string, headers: Record<string, string>) => {
      const label = `${name}: ${attempt.operation} ${attempt.where}`
      const existing = await send(attempt.foreign, headers, attempt)
      const absent = await send(attempt.missing, headers, attempt)
      const request = `${attempt.foreign.path} ${attempt.foreign.body ?? ''}`
      const leaks = leaksOf(`${existing.text} ${[...existing.headers].join()}`, request, attempt.isPublic)
      if (leaks.length > 0) found.leaks.push(`${label} showed ${leaks[0]}: ${existing.text.slice(0, 300)}`)
      if (existing.status >= 500)
        found.failures.push(`${label} answered ${existing.status}: ${existing.text.slice(0, 300)}`)
      const [shown, wanted] = [comparable(existing, attempt.foreignIds), comparable(absent, attempt.missingIds)]
      if (!attempt.isPublic && shown !== wanted) found.differences.push(`${label}\n    ${shown}\n    ${wanted}`)
    }
    for (const [name, headers] of Object.entries(credentials))
      await Promise.all(
        lanes(chosen, 8).map(async (lane) => {
          for (const attempt of lane) await tryOne(attempt, name, headers)
        }),
      )

    const after = await stateOf(theirs)
    const changed = Object.keys(after).filter((part) => after[part] !== before[part])
    for (const line of [...found.failures, ...found.differences.slice(0, 5), ...found.leaks.slice(0, 5)])
      console.error(`  ${line.slice(0, 2_000)}`)
    for (const part of changed.slice(0, 5)) console.error(`  ${part}\n    ${before[part]}\n    ${after[part]}`)
    return [
      atLeast('operations called', operations.size, isQuick ? 20 : 260, ''),
      atLeast(`requests with ${Object.keys(credentials).length} credentials`, sent, isQuick ? 500 : 15_000, ''),
      atMost('answers with anything of the other tenant', found.leaks.length, 0, ''),
      atMost('answers that differ from those for a missing record', found.differences.length, 0, ''),
      atMost('answers of 5xx', found.failures.length, 0, ''),
      atMost(`parts of the other broadcast that changed, of ${Object.keys(after).length}`, changed.length, 0, ''),
    ]
  } finally {
    client.close()
    await service.remove()
  }
}

const quickShare = 0.03

/** The bytes of an answer, without the time, the request's own ids, and what counts requests. */
function comparable(
  { status, headers, text }: { status: number; headers: Headers; text: string },
  sent: string[],
): string {
  const shown = [...headers].filter(([name]) => !/^(date|x-request-id|x-ratelimit.*|ratelimit.*)$/.test(name))
  const whole = `${status} ${JSON.stringify(shown)} ${text}`
  return sent.reduce((plain, id) => plain.replaceAll(id, '<sent>'), whole)
}

const lanes = <T>(all: T[], count: number): T[][] =>
  Array.from({ length: count }, (_, lane) => all.filter((_one, at) => at % count === lane))
