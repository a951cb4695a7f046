import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { atLeast, atMost, type Figure, told } from '../bench/figure.ts'
import { type BenchBroadcast, newBroadcast, newService } from '../bench/service.ts'
import { fixed, newWorkflow, worked } from '../bench/workflows.ts'
import { hostileNames, hostileUrls } from './outbound/addresses.ts'
import { openNameServer } from './outbound/name-server.ts'
import type { Random } from './random.ts'
import type { ChaosOptions, ChaosSuite } from './suite.ts'

/** Enters addresses of this machine and of private networks wherever the service takes one that it calls. */
export const outboundSuite: ChaosSuite = {
  about:
    'addresses of this machine and of private networks in every notation, names that resolve to them and redirects, wherever the service calls an address',
  run,
}

const preload = new URL('outbound/use-name-server.ts', import.meta.url).href

async function run({ isQuick, random }: ChaosOptions): Promise<Figure[]> {
  const nameServer = await openNameServer()
  const canary = await newListener('0.0.0.0', () => undefined)
  try {
    const tried = await tryAddresses({ isQuick, random }, canary.port, nameServer.address)
    const redirects = isQuick ? { count: 0, followed: 0 } : await tryRedirects(canary.port)
    const seen = canary.count()
    const isListening = await fetch(`http://127.0.0.1:${canary.port}/`).then(({ ok }) => ok)
    for (const line of tried.accepted.slice(0, 10)) console.error(`  ${line}`)
    return [
      atLeast('addresses entered', tried.count, 300, ''),
      told('names among them', tried.names, ''),
      atLeast('DNS queries answered', nameServer.queries(), 5, ''),
      ...(isQuick ? [] : [atLeast('redirects to this machine', redirects.count, 10, '')]),
      atMost('calls that succeeded', tried.accepted.length + redirects.followed, 0, ''),
      atMost('connections to this machine', seen, 0, ''),
      atMost('listeners that were not there', isListening ? 0 : 1, 0, ''),
    ]
  } finally {
    canary.close()
    nameServer.close()
  }
}

async function tryAddresses({ isQuick, random }: ChaosOptions, port: number, nameServer: string) {
  const service = await newService({
    env: { MARQUEE_OUTBOUND_ALLOW: '', CHAOS_NAME_SERVER: nameServer, NODE_OPTIONS: `--import=${preload}` },
  })
  await service.start()
  try {
    const broadcast = await newBroadcast(service, 'Outbound', ['read', 'write', 'people'])
    const doors = await openDoors(service.url, broadcast)
    const accepted: string[] = []
    let [count, names] = [0, 0]
    const waiting: [string, string][] = []
    for (const url of hostileUrls(port, random)) {
      const chosen = isQuick ? [pickKey(doors, random), pickKey(doors, random)] : Object.keys(doors)
      for (const door of chosen) waiting.push([door, url])
    }
    // A refused name takes two seconds, so that its duration does not tell which names exist.
    const callers = isQuick ? ['http node', 'webhook'] : ['http node', 'webhook', 'import', 'source']
    for (const door of callers) for (const url of hostileNames(port, isQuick ? 1 : 4)) waiting.push([door, url])
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [door, url] = next
        count += 1
        if (url.includes('.chaos.example')) names += 1
        const outcome = await doors[door]?.(url)
        if (outcome !== undefined) accepted.push(`${door}: ${url} ${outcome}`)
      }
    }
    await Promise.all(Array.from({ length: 24 }, work))
    // Calls in the background.
    await pause(isQuick ? 500 : 5_000)
    return { count, names, accepted }
  } finally {
    await service.remove()
  }
}

/** Enters an address; gives what a call of it brought, or nothing when it was refused. */
type Door = (url: string) => Promise<string | undefined>

async function openDoors(url: string, broadcast: BenchBroadcast): Promise<Record<string, Door>> {
  const { call, path, broadcastId } = broadcast
  const node = { id: 'call', type: 'http', config: { url: worked('input.url'), method: fixed('GET') } }
  const workflow = await newWorkflow(broadcast, path, [node])
  const until = async (isOver: () => Promise<boolean>) => {
    for (let tries = 0; tries < 40 && !(await isOver()); tries++) await pause(200)
  }
  return {
    'http node': async (address) => {
      const { body } = await call('POST', `${workflow}/runs?wait=true`, { input: { url: address } })
      return body.status === 'succeeded' ? JSON.stringify(body.nodeResults).slice(0, 200) : undefined
    },
    webhook: async (address) => {
      const { status, body } = await call('POST', '/v1/webhooks', { url: address, events: ['event.created'] })
      if (status !== 201) return undefined
      const { body: test } = await call('POST', `/v1/webhooks/${body.id}/test`)
      const delivery = `/v1/webhooks/${body.id}/deliveries/${test.delivery_id}`
      let state = ''
      await until(async () => {
        state = JSON.stringify((await call('GET', delivery)).body)
        return !/"status":"pending"/.test(state) || /"attempts?":\[?\{/.test(state)
      })
      await call('DELETE', `/v1/webhooks/${body.id}`)
      return /"status":"(delivered|succeeded)"/.test(state) ? state.slice(0, 200) : undefined
    },
    import: async (address) => {
      const { status, body } = await call('POST', `${path}/imports`, { url: address })
      if (status >= 400) return undefined
      let state = ''
      await until(async () => {
        state = String((await call('GET', `${path}/imports/${body._id}`)).body.status)
        return !['queued', 'pending', 'running', 'reading', 'fetching', 'checking'].includes(state)
      })
      return ['failed', 'error'].includes(state) ? undefined : `import ${state}`
    },
    source: async (address) => {
      const sent = { title: 'Source', url: address, enabled: true, intervalMinutes: 1 }
      const { status, body } = await call('POST', `${path}/importSources`, sent)
      if (status !== 201) return undefined
      await until(async () => (await call('GET', `${path}/importSources/${body._id}`)).body.lastCheckedAt !== null)
      const { body: source } = await call('GET', `${path}/importSources/${body._id}`)
      await call('DELETE', `${path}/importSources/${body._id}`)
      return source.lastCheckedAt !== null && source.lastError === null ? 'source was read' : undefined
    },
    onboarding: async (address) => {
      await call('POST', `${path}/onboarding`, { website: address })
      return undefined
    },
    'push subscription': async (address) => {
      const response = await fetch(`${url}/v1/public/${broadcastId}/clients`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ pushSubscription: { endpoint: address, keys: pushKeys } }),
      })
      await response.arrayBuffer()
      return undefined
    },
    media: async (address) => {
      await call('POST', `${path}/medias`, { mediaUrl: address })
      await call('POST', '/v1/articles', { title: 'x', content: 'x', content_format: 'html', cover_image_url: address })
      return undefined
    },
    provider: async (address) => {
      const oAuth = { grantType: 'clientCredentials', tokenUrl: address, clientId: 'a', clientSecret: 'b' }
      await call('PATCH', path, { authData: [{ type: 'oAuth', oAuth }] })
      return undefined
    },
  }
}

const pushKeys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

/** A server at an allowed address redirects to one that is not. */
async function tryRedirects(port: number): Promise<{ count: number; followed: number }> {
  const redirecting = await newListener('127.0.0.2', (path) => ({
    status: Number(path.slice(1)) || 302,
    location: `http://127.0.0.1:${port}/`,
  }))
  const service = await newService({ env: { MARQUEE_OUTBOUND_ALLOW: '127.0.0.2' } })
  await service.start()
  try {
    const broadcast = await newBroadcast(service, 'Redirects')
    const doors = await openDoors(service.url, broadcast)
    const statuses = [301, 302, 303, 307, 308]
    for (const status of statuses)
      for (const door of ['webhook', 'import', 'source', 'http node'])
        await doors[door]?.(`http://127.0.0.2:${redirecting.port}/${status}`)
    return { count: redirecting.count(), followed: 0 }
  } finally {
    await service.remove()
    redirecting.close()
  }
}

/** A server that counts connections; one for every address also listens on IPv6 where the machine has it. */
async function newListener(host: string, answer: (path: string) => { status: number; location: string } | undefined) {
  let connections = 0
  const newServer = () =>
    createServer((request, response) => {
      const redirect = answer(request.url ?? '')
      if (redirect) response.writeHead(redirect.status, { location: redirect.location, connection: 'close' }).end()
      else response.end('reached')
    }).on('connection', () => {
      connections += 1
    })
  const servers = [newServer().listen(0, host)]
  await once(servers[0] as Server, 'listening')
  const address = servers[0]?.address()
  const port = typeof address === 'object' && address ? address.port : 0
  if (host === '0.0.0.0') {
    const six = newServer().listen({ port, host: '::', ipv6Only: true })
    await once(six, 'listening').then(
      () => servers.push(six),
      () => {},
    )
  }
  return {
    port,
    count: () => connections,
    close() {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

const pickKey = (doors: Record<string, Door>, random: Random) => random.pick(Object.keys(doors))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
