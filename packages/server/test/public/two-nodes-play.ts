import assert from 'node:assert/strict'
import { sql } from '../../src/store/sql.ts'
import { apiWith, cookieOf, makeMember, type Reply } from '../support/service.ts'
import { elapse } from '../support/until.ts'
import { Versions } from '../support/versions.ts'
import { type Target, type Thing, views, type World } from './seen-world.ts'
import type { Node, TwoNodes } from './two-nodes.ts'
import { requestOf, type Write } from './two-nodes-writes.ts'

export interface Look {
  node: number
  view: number
  target: number
  kind: Thing['kind']
  key: number
  /** Asks only for what it does not know yet. */
  isKnown: boolean
}

export type Step =
  | (Write & { step: 'write'; node: number; meanwhile: Look[] })
  | { step: 'read'; looks: Look[] }
  | { step: 'follow'; node: number; view: number }
  | { step: 'private'; node: number; isPrivate: boolean }
  | { step: 'newKey'; node: number }
  | { step: 'revoke'; node: number; key: number }
  | { step: 'role'; node: number }
  | { step: 'tick'; seconds: number }
  | { step: 'pause'; ms: number }

export interface Figures {
  reads: number
  /** Responses without the last write. */
  older: number
}

/** The result for a correct response. */
interface Judgement {
  isNewest: boolean
}

/** A broadcast on two nodes, and its expected content. Every response is compared with it. */
export interface Play {
  run(steps: Step[]): Promise<void>
  /** Writes on one node, and returns how many milliseconds the other took to show it. */
  follow(node: number, view: number): Promise<number>
  /** Writes on one node, and watches the responses of the other for a duration. */
  writeAndWatch(node: number, forMs: number): Promise<void>
  /** Writes on a node that is lost before it can notify the other. */
  writeUntold(node: number): Promise<void>
  /** Waits until both nodes must be up to date, and checks them. */
  settle(): Promise<void>
}

export async function beginPlay(nodes: TwoNodes, figures: Figures): Promise<Play> {
  const { service } = nodes.at(0)
  const [tenant, person] = [await service.newTenant(), await service.newTenant()]
  const memberId = await makeMember(service, tenant, { id: person.userId, email: person.email }, 'viewer')
  const [owner, member] = [await cookieOf(service, tenant), await cookieOf(service, person)]
  const world = new Versions<World>({ records: new Map(), isPrivate: false }, staleMs)
  const role = new Versions<'viewer' | 'editor'>('viewer', accessMs)
  const keys = [{ id: '', text: tenant.key, isLive: new Versions(true, accessMs) }]
  const ever: { id: string; kind: Thing['kind'] }[] = []
  const known = new Map<string, { etag: string; seen: string }>()
  let titles = 0

  const withKey = ({ service: { url } }: Node, text = tenant.key) => apiWith(url, { 'x-api-key': text })
  const withCookie = ({ service: { url } }: Node, cookie: string) => apiWith(url, { cookie, origin: url })

  /** Requests now, and returns the check, which must run after all pending writes were answered. */
  const ask = async (look: Look): Promise<() => Judgement> => {
    const node = nodes.at(look.node)
    const view = views[look.view % views.length] ?? assert.fail()
    const target: Target = {
      ...tenant,
      ...(ever[look.target % Math.max(1, ever.length)] ?? { id: nowhere, kind: look.kind }),
    }
    const key = keys[look.key % keys.length] ?? assert.fail()
    const address = view.address(target)
    const remembered = look.isKnown ? known.get(address) : undefined
    const [askedMs, nowMs] = [performance.now(), node.service.clock.now()]
    const api = view.isPublic ? node.nobody : withKey(node, key.text)
    const reply = await api('GET', address, undefined, remembered && { 'if-none-match': remembered.etag })
    const seen = reply.status === 304 ? (remembered?.seen ?? assert.fail()) : view.seen(reply)
    const etag = reply.headers.get('etag')
    if (etag !== null && reply.status === 200) known.set(address, { etag, seen })
    figures.reads += 1
    const instants = [nowMs, node.service.clock.now()]
    return () => {
      const isRefused = reply.status === 401
      if (!view.isPublic)
        assert(key.isLive.allowed(node, askedMs).includes(!isRefused), `a key is ${isRefused ? '' : 'not '}refused`)
      if (isRefused) return { isNewest: false }
      const allowed = world.allowed(node, askedMs).map((one) => instants.map((at) => view.expected(one, at, target)))
      if (allowed[0]?.includes(seen)) return { isNewest: true }
      figures.older += 1
      const ageMs = Math.round(askedMs - world.lastMs)
      assert(
        allowed.flat().includes(seen),
        `node ${look.node % 2} says at ${address}, ${ageMs} ms after the last write:\n${seen}\nand not any of\n${allowed.flat().join('\n')}`,
      )
      return { isNewest: false }
    }
  }
  const read = async (look: Look): Promise<Judgement> => (await ask(look))()
  const judge = async (looks: Look[], meanwhile: () => Promise<void>) => {
    const [judgements] = await Promise.all([Promise.all(looks.map(ask)), meanwhile()])
    for (const judgement of judgements) judgement()
  }

  const write = async (at: number, one: Write, onReply: OnReply = requireDone): Promise<void> => {
    const node = nodes.at(at)
    const title = `T ${++titles}`
    const request = requestOf(world.last, one, { path: tenant.path, title, nowMs: node.service.clock.now() })
    const reply = await withKey(node)(request.method, request.address, request.body)
    if (!(await onReply(reply, title))) return
    const next = request.after(reply)
    for (const [id, { kind }] of next.records) if (!ever.some((thing) => thing.id === id)) ever.push({ id, kind })
    world.change(next, node)
  }
  /** Changes the title of a public session, which is created if there is none. */
  const rename = (at: number, onReply: OnReply = requireDone) => {
    const target = [...world.last.records.values()].findIndex(({ kind }) => kind === 'session')
    const operation = target < 0 ? ('create' as const) : ('change' as const)
    return write(at, { ...plainSession, operation, target: Math.max(0, target) }, onReply)
  }

  const follow = async (at: number, view: number): Promise<number> => {
    await rename(at)
    const id = [...world.last.records].find(([, { kind }]) => kind === 'session')?.[0]
    const target = ever.findIndex((thing) => thing.id === id)
    const look = { node: at + 1, view, target, kind: 'session' as const, key: 0, isKnown: false }
    await read(look)
    await rename(at)
    const sinceMs = performance.now()
    while (!(await read(look)).isNewest);
    return performance.now() - sinceMs
  }

  const change: { [S in Step as S['step']]: (step: S) => Promise<void> } = {
    write: (step) => judge(step.meanwhile, () => write(step.node, step)),
    read: ({ looks }) => judge(looks, async () => {}),
    follow: async ({ node, view }) => void (await follow(node, view)),
    async private({ node, isPrivate }) {
      await requireDone(await withKey(nodes.at(node))('PATCH', tenant.path, { isPrivate }))
      world.change({ ...world.last, isPrivate }, nodes.at(node))
    },
    async newKey({ node }) {
      const { body, ...reply } = await withCookie(nodes.at(node), owner)('POST', `${tenant.path}/apiKeys`, {
        name: 'Another',
      })
      assert.equal(reply.status, 201, reply.text)
      keys.push({ id: body.id, text: body.key, isLive: new Versions(true, accessMs) })
    },
    async revoke({ node, key }) {
      const one = keys[1 + (key % Math.max(1, keys.length - 1))]
      if (!one?.isLive.last) return
      await requireDone(await withCookie(nodes.at(node), owner)('DELETE', `${tenant.path}/apiKeys/${one.id}`))
      one.isLive.change(false, nodes.at(node))
    },
    async role({ node }) {
      const next = role.last === 'viewer' ? 'editor' : 'viewer'
      const address = `${tenant.path}/broadcastMembers/${memberId}`
      await requireDone(await withCookie(nodes.at(node), owner)('PATCH', address, { role: next }))
      role.change(next, nodes.at(node))
      for (const at of [node, node + 1]) await tryRole(at)
    },
    tick: async ({ seconds }) => nodes.tick(seconds * 1_000),
    pause: ({ ms }) => elapse(ms),
  }
  const tryRole = async (at: number) => {
    const askedMs = performance.now()
    const api = withCookie(nodes.at(at), member)
    const { status, text } = await api('POST', `${tenant.path}/broadcastSessions?dry_run=true`, { title: 'Mine' })
    const is = status === 200 ? ('editor' as const) : ('viewer' as const)
    assert(status === 200 || status === 403, text)
    assert(role.allowed(nodes.at(at), askedMs).includes(is), `a person is taken for ${is}`)
  }
  // The type of a step is the name of its function.
  const take = (step: Step) => (change[step.step] as (step: Step) => Promise<void>)(step)
  const lookAtAll = async (node: number) => {
    const targets = ever.slice(-2).map(({ kind }, at) => ({ kind, target: Math.max(0, ever.length - 2) + at }))
    for (const { kind, target } of targets)
      for (const view of views.keys()) await read({ node, view, kind, target, key: 0, isKnown: target % 2 === 0 })
    await tryRole(node)
  }

  return {
    async run(steps) {
      for (const step of steps) await take(step)
    },
    follow,
    async writeAndWatch(node, forMs) {
      await lookAtAll(node + 1)
      await rename(node)
      const endMs = performance.now() + forMs
      while (performance.now() < endMs) {
        await lookAtAll(node + 1)
        await elapse(20)
      }
    },
    async writeUntold(node) {
      await lookAtAll(node + 1)
      // Notifications of earlier writes have been sent by then.
      await elapse(25)
      nodes.at(node).line.loseBefore('"signals"')
      await rename(node, async (reply, title) => reply.status < 300 || (await isStored(nodes.at(node + 1), title)))
    },
    async settle() {
      await elapse(Math.max(0, world.lastMs + staleMs - performance.now()))
      for (const node of [0, 1]) await lookAtAll(node)
    },
  }
}

/** Whether a write has taken effect. */
type OnReply = (reply: Reply, title: string) => Promise<boolean>

async function requireDone(reply: Reply): Promise<boolean> {
  assert(reply.status >= 200 && reply.status < 300, `${reply.status} ${reply.text}`)
  return true
}

/** Whether a write took effect although it was not acknowledged. */
async function isStored({ service }: Node, title: string): Promise<boolean> {
  const rows = await service.platform.db.query(sql`select id from records where body ->> 'title' = ${title}`)
  return rows.length > 0
}

const plainSession = {
  surface: 'own' as const,
  kind: 'session' as const,
  isPublished: true,
  isPrivate: false,
  dueIn: 0,
}
const nowhere = '0'.repeat(24)
/** The maximum age of a response, and of cached keys and roles. */
const staleMs = 1_500
const accessMs = 1_000
