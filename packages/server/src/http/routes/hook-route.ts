import type { AnyRecord, Kind } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import type { Clock } from '../../base/clock.ts'
import type { Vault } from '../../base/vault.ts'
import type { Content } from '../../content/content.ts'
import { hookToken, replaceHook } from '../../content/hook.ts'
import { check } from '../../content/shape.ts'
import type { Db } from '../../store/db.ts'
import { forMembers, type MemberCall, type Route } from '../route.ts'
import { broadcastPath } from './kind-route-parts.ts'
import { idOf } from './kind-routes.ts'

export interface HookRouteParts {
  content: Content
  db: Db
  vault: Vault
  clock: Clock
  baseUrl: string
}

interface Hook {
  kind: Kind
  /** The folder of its addresses. */
  under: string
  summary: string
  description: string
}

/** Shows or replaces the address by which other systems call a record. */
export function hookRoute(parts: HookRouteParts, { kind, under, summary, description }: Hook): Route {
  return forMembers('content.write', {
    method: 'POST',
    path: `${broadcastPath}/${kind.plural}/:${kind.name}Id/hook`,
    tag: kind.name,
    summary,
    isSensitive: true,
    takesNoIdempotencyKey: true,
    body: { schema: hookRequest, optional: true, example: { replace: true } },
    answers: { 200: { description, schema: hookSchema, example: exampleOf(under) } },
    async handle(call) {
      const { replace = false } = check<{ replace?: boolean }>('hook', () => hookRequest, call.body)
      const record = await (replace ? replaced : read)(parts, call, kind)
      const url = `${parts.baseUrl}${under}${hookToken(parts.vault, call.membership.broadcastId, record)}`
      return { status: 200, json: { url }, isSensitive: true }
    },
  })
}

async function read({ content }: HookRouteParts, { params, membership }: MemberCall, kind: Kind): Promise<AnyRecord> {
  return JSON.parse(await content.read(membership.broadcastId, kind, idOf(params, kind)))
}

function replaced({ db, clock, content }: HookRouteParts, call: MemberCall, kind: Kind): Promise<AnyRecord> {
  const hooked = { kind, id: idOf(call.params, kind), nowMs: clock.now() }
  return db.transaction((tx) => replaceHook(tx, content, call.membership, actorOf(call.principal), hooked))
}

const hookRequest = {
  title: 'HookRequest',
  type: 'object',
  additionalProperties: false,
  properties: { replace: { type: 'boolean', default: false } },
}

const exampleOf = (under: string) => ({
  url: `https://marquee.example${under}66a1f0c2d4e5b60718293a4b.66a1f0c2d4e5b60718293a4c.1.32472144000.x`,
})

const hookSchema = { title: 'Hook', type: 'object', required: ['url'], properties: { url: { type: 'string' } } }
