import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { atLeast, atMost, type Figure } from '../bench/figure.ts'
import { type BenchService, newService, signUp } from '../bench/service.ts'
import { fixed, newWorkflow } from '../bench/workflows.ts'
import { ask, withDatabase } from './backup/databases.ts'
import { type Call, leaveTraces, newPerson, type Person, type Place, type Reply } from './privacy/person.ts'
import { scanBackup, scanFolder, scanTables } from './privacy/scan.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Exports and erases people, and searches every table, file, log and backup for what is left of them. */
export const privacySuite: ChaosSuite = {
  about: 'people leave data wherever they can; some are exported and erased, then everything is searched for them',
  run,
}

async function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const count = isQuick ? 2 : 12
  const echo = await newEcho()
  const service = await newService()
  await service.start()
  try {
    const { place, owner } = await newPlace(service, echo.url)
    const people = Array.from({ length: count }, () => newPerson(random))
    // The last half stay, and must not be touched.
    const leaving = people.slice(0, Math.ceil(count / 2))
    const staying = people.slice(leaving.length)
    for (const person of people) await leaveTraces(place, person)
    await quiet(place)
    const env = { MARQUEE_DATA_DIR: service.dataDir }
    const texts = leaving.flatMap(({ traces }) => Object.values(traces))
    const before = await withDatabase(env, (db) => scanTables(db, texts))
    const stayed = await countOf(env, staying)

    let incomplete = 0
    for (const { email, traces } of leaving) {
      const id = await finished(place, await owner('POST', '/people/export', { email }))
      const { body } = await owner('POST', `/people/exports/${id}/download`)
      const file = JSON.stringify(body).toLowerCase()
      incomplete += [traces.email, traces.name, traces.wish].filter((text) => !file.includes(text.toLowerCase())).length
    }
    for (const { email } of leaving) await finished(place, await owner('POST', '/people/erase', { email }))
    await quiet(place)

    const inTables = await withDatabase(env, (db) => scanTables(db, texts))
    const backup = join(service.dataDir, '..', `${service.port}-privacy.backup`)
    await ask(['backup', backup], env)
    const inBackup = await scanBackup(backup, texts).finally(() => rm(backup))
    const shown = await readsHolding(place, texts)
    // Ended first, so that the logs are complete.
    await service.stop()
    const inFiles = await scanFolder(service.dataDir, texts)
    const changed = Math.abs((await countOf(env, staying)) - stayed)
    return [
      atLeast('people erased', leaving.length, Math.ceil(count / 2), ''),
      atLeast('rows with their data before', before.length, leaving.length * 20, ''),
      atMost('parts that are missing in their exports', incomplete, 0, ''),
      atMost('traces in tables', inTables.length, 0, '', unique(inTables)),
      atMost('traces in files and logs', inFiles.length, 0, '', unique(inFiles)),
      atMost('traces in a backup made after', inBackup.length, 0, '', unique(inBackup)),
      atMost('traces in answers of the API', shown.length, 0, '', unique(shown)),
      atMost('rows of other people that changed', changed, 0, ''),
    ]
  } finally {
    await service.remove()
    echo.close()
  }
}

async function newPlace(service: BenchService, receiver: string): Promise<{ place: Place; owner: Call }> {
  const { url } = service
  const account = await signUp(url, 'owner@privacy.example')
  const { _id: broadcastId } = await account.create('', { name: 'Privacy' })
  const { key } = await account.create(`/${broadcastId}/apiKeys`, { name: 'Key', scopes: ['read', 'write', 'people'] })
  const path = `${account.path}/${broadcastId}`
  const caller =
    (always: Record<string, string>): Call =>
    async (method, under, body, headers = {}) => {
      const response = await fetch(`${url}${under}`, {
        method,
        headers: { ...always, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? null : JSON.parse(text) }
    }
  const call = caller({ authorization: `Bearer ${key}` })
  const own = caller({ cookie: account.cookie, origin: url })
  const slug = `privacy-${broadcastId}`
  await call('POST', `${path}/broadcastDiffusers`, { slug, status: 'published' })
  const form = { fields: ['name', 'email', 'wish'].map((key) => ({ key, type: 'text' })), status: 'published' }
  const { body: made } = await call('POST', `${path}/broadcastNetworkingForms`, form)
  for (const status of ['200', '500'])
    await call('POST', '/v1/webhooks', { url: `${receiver}${status}`, events: ['*'] })
  const code = { id: 'only', type: 'code', config: { code: fixed('return { seen: run.input, all: trigger }') } }
  const workflow = await newWorkflow({ call, broadcastId, path } as never, path, [code], {})
  const place = { call, own, path, site: `/v1/public/${slug}`, formId: made._id, workflow: `${workflow}/runs` }
  place.workflow = place.workflow.replace(`${path}/`, '')
  return { place, owner: (method, under, body) => own(method, `${path}${under}`, body) }
}

/** Waits for the end of a job, and returns its id. */
async function finished({ call, path }: Place, { status, body }: Reply): Promise<string> {
  if (status !== 202) throw new Error(`a request of a person answered ${status}: ${JSON.stringify(body)}`)
  for (let tries = 0; tries < 600; tries++) {
    const { body: job } = await call('GET', `${path}/jobs/${body.id}`)
    if (job.status === 'succeeded') return body.id
    if (job.status === 'failed') throw new Error(`a job failed: ${JSON.stringify(job)}`)
    await pause(50)
  }
  throw new Error('a job did not end')
}

/** Waits until runs have ended; deliveries to a receiver that fails are never over. */
async function quiet({ call, path }: Place): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const { body } = await call('GET', `${path}/workflowRuns?limit=200&fields=status`)
    if (body.data.every(({ status }: { status: string }) => !['queued', 'running'].includes(status))) break
    await pause(50)
  }
  await pause(300)
}

const countOf = (env: Record<string, string>, people: Person[]) =>
  withDatabase(env, async (db) => {
    const found = await scanTables(
      db,
      people.flatMap(({ traces }) => Object.values(traces)),
    )
    return found.filter((text) => /^(records|changes|timeline|trash):/.test(text)).length
  })

/** Reads that show one of the texts. */
async function readsHolding({ call, own, path }: Place, texts: string[]): Promise<string[]> {
  const paths = [
    'broadcastContacts',
    'broadcastClients',
    'broadcastArticles',
    'broadcastEvents',
    'workflowRuns',
    'imports',
  ]
  const reads = [...paths.map((plural) => `${plural}?limit=200`), 'changes?limit=1000', 'trash', 'audit', 'views']
  const found: string[] = []
  for (const under of [...reads, ...texts.map((text) => `search?q=${encodeURIComponent(text)}`)]) {
    const { body } = await (under === 'audit' || under === 'views' ? own : call)('GET', `${path}/${under}`)
    const { data = body } = body
    const text = JSON.stringify(data).toLowerCase()
    for (const sought of texts) if (text.includes(sought.toLowerCase())) found.push(`${under.split('?')[0]}: ${sought}`)
  }
  return found
}

/** A receiver that answers with what it got, which is stored with the attempt. */
async function newEcho() {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () =>
      response.writeHead(Number(request.url?.slice(1)) || 200).end(Buffer.concat(chunks).toString().slice(0, 900)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const unique = (found: string[]) => [...new Set(found)].slice(0, 12).join('; ')
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
