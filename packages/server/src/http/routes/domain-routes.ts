import { type AnyRecord, kinds } from '@marquee/model'
import { AppError, notFound } from '../../base/errors.ts'
import { isObjectId } from '../../base/object-id.ts'
import type { Vault } from '../../base/vault.ts'
import type { Content } from '../../content/content.ts'
import { type DomainChecks, proofPath } from '../../domains/checks.ts'
import { domainStates } from '../../domains/explain.ts'
import { proofOf } from '../../domains/proof.ts'
import { forMembers, open, type Route } from '../route.ts'
import { broadcastPath } from './kind-route-parts.ts'
import { idOf } from './kind-routes.ts'

const kind = kinds.broadcastDiffuser

/** The own domain of a channel: whether it leads here, and the proof by which that is found out. */
export function domainRoutes(parts: { content: Content; domains: DomainChecks; vault: Vault }): Route[] {
  const { content, domains, vault } = parts
  return [
    forMembers('content.read', {
      method: 'GET',
      path: `${broadcastPath}/${kind.plural}/:${kind.name}Id/domain`,
      tag: kind.name,
      summary: 'Check whether the own domain of a channel leads here',
      isSensitive: true,
      answers: {
        200: { description: 'The outcome, as a state and a sentence.', schema: checkSchema, example },
        404: { description: 'There is no such channel, or it has no domain.' },
        409: { description: 'A domain of the broadcast is being checked already.' },
      },
      async handle({ params, membership: { broadcastId } }) {
        const record: AnyRecord = JSON.parse(await content.read(broadcastId, kind, idOf(params, kind)))
        if (typeof record.domain !== 'string') throw new AppError('not_found', 'This channel has no domain of its own.')
        return { status: 200, json: await domains.check(broadcastId, record.domain) }
      },
    }),
    open(
      'The check of a domain requests it like any visitor. It shows nothing of the broadcast, not even whether it exists.',
      {
        method: 'GET',
        path: proofPath(':broadcastId'),
        tag: 'system',
        summary: 'The proof that a domain leads to this service',
        refuses: [404],
        answers: { 200: { description: 'The proof.', contentType: 'text/plain', schema: proofSchema } },
        async handle({ params: { broadcastId = '' } }) {
          if (!isObjectId(broadcastId)) throw notFound()
          const content = proofOf(vault, broadcastId)
          return { status: 200, text: { type: 'text/plain; charset=utf-8', content }, isSensitive: true }
        },
      },
    ),
  ]
}

const example = {
  domain: 'nuits-du-port.example',
  state: 'elsewhere',
  addresses: ['203.0.113.9'],
  message: 'nuits-du-port.example resolves to 203.0.113.9, but another server answers there.',
}

const proofSchema = { type: 'string', examples: ['marquee 7Yx2mB0wq1vXo4nTzS9dJc6hKuR3eLfPgA5iWsVbNyE'] }

const checkSchema = {
  title: 'DomainCheck',
  type: 'object',
  required: Object.keys(example),
  properties: {
    domain: { type: 'string' },
    state: {
      type: 'string',
      enum: domainStates,
      description:
        '`ok`: leads here; `unresolved`: has no public address; `elsewhere`: another server answers; `unreachable`: no server answers; `insecure`: no valid certificate.',
    },
    addresses: { type: 'array', items: { type: 'string' }, description: 'The public addresses of the domain.' },
    message: { type: 'string', description: 'The state as a sentence.' },
  },
}
