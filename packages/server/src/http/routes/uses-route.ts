import { allKinds, invalid } from '@marquee/model'
import { isObjectId, objectIdRule } from '../../base/object-id.ts'
import { readUses } from '../../content/uses.ts'
import type { Db } from '../../store/db.ts'
import type { Param } from '../params.ts'
import { forMembers, type Route } from '../route.ts'
import { hiddenKinds } from './change-view.ts'
import { broadcastPath } from './kind-route-parts.ts'
import { usesExample, usesSchema } from './trash-schemas.ts'

/** Which records use others, asked before a deletion. */
export function usesRoute({ db }: { db: Db }): Route {
  return forMembers('content.read', {
    method: 'GET',
    path: `${broadcastPath}/uses`,
    tag: 'trash',
    summary: 'Count the records that use others',
    params: { ids },
    kept: 'people',
    answers: {
      200: {
        description: 'How many records contain one of the ids, in a reference or in free-form JSON.',
        schema: usesSchema,
        example: usesExample,
      },
    },
    async handle({ query, membership }) {
      const hidden = hiddenKinds(membership)
      const shown = allKinds.filter(({ name }) => !hidden.includes(name))
      return { status: 200, json: await readUses(db, membership.broadcastId, query.ids, shown), etag: true }
    },
  })
}

const ids: Param<string[]> = {
  schema: { type: 'string', examples: ['66a1f0c2d4e5b60718293a4b,66a1f0c2d4e5b60718293a4c'] },
  description: 'Ids separated by commas, 1 to 200.',
  default: [],
  parse(value, at) {
    const list = [...new Set(value.split(','))]
    if (list.length > 200) throw invalid(at, 'max_items', 'must have at most 200 ids')
    if (!list.every(isObjectId)) throw invalid(at, 'format', `must be ids separated by commas; each is ${objectIdRule}`)
    return list
  },
}
