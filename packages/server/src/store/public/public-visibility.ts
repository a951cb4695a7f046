import { allKinds, type Condition, isPublishable, type Kind, kindNamed, type QueryField } from '@marquee/model'
import type { Queryable } from '../db.ts'
import { join, raw, type Sql, sql } from '../sql.ts'

/** Readers without a key, at an instant. With drafts: readers with a preview link. */
export interface Audience {
  at: Date
  withDrafts: boolean
}

/** Whether a record of the kind exists for the audience: a condition over the columns of `records`, or of what is named so. */
export function visibleSql(kind: Kind, { at, withDrafts }: Audience): Sql {
  if (!kind.public) return raw('false')
  const tests: Sql[] = []
  if ('isPrivate' in kind.fields) tests.push(raw(`(keys ->> 'isPrivate') is distinct from 'true'`))
  if (!withDrafts && isPublishable(kind)) tests.push(raw(`(keys ->> 'status') = 'published'`))
  if (!withDrafts && 'publishedAt' in kind.fields)
    tests.push(sql`coalesce((keys ->> 'publishedAt') collate "C" <= ${at.toISOString()}, true)`)
  return tests.length > 0 ? sql`(${join(tests, ' and ')})` : raw('true')
}

/**
 * The records of a kind as the audience sees them, to be read in place of `records`: what is hidden is not there,
 * and pointers that filters and sorts look at do not lead to what is hidden.
 */
export function visibleRecords(
  broadcastId: string,
  kind: Kind,
  audience: Audience,
  lookedAt: Iterable<QueryField>,
): Sql {
  const pointers = [...new Set(lookedAt)].filter(({ refersTo }) => refersTo !== undefined)
  const keys = join([raw('keys'), ...pointers.map((field) => withoutHidden(field, audience))], ' ')
  return sql`(
    select broadcast_id, kind, id, body, reference, refs, ${keys} as keys from records
    where broadcast_id = ${broadcastId} and kind = ${kind.name} and ${visibleSql(kind, audience)}
  ) records`
}

/** Which of these ids are, or were, records that the audience must not learn of. Ids of nothing at all are not among them. */
export async function findHidden(
  db: Queryable,
  broadcastId: string,
  ids: string[],
  audience: Audience,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.query<{ id: string }>(sql`
    with present as (
      select id, ${anyVisibleSql(audience)} as is_visible from records
      where broadcast_id = ${broadcastId} and kind = any (${allKinds.map(({ name }) => name)}::text[]) and id = any (${ids}::text[])
    )
    select id from present where not is_visible
    union
    select id from timeline
    where broadcast_id = ${broadcastId} and kind = any (${allKinds.map(({ name }) => name)}::text[]) and id = any (${ids}::text[])
    union
    select record_id from changes
    where broadcast_id = ${broadcastId} and record_id = any (${ids}::text[]) and record_id not in (select id from present)`)
  return new Set(rows.map(({ id }) => id))
}

/** The same for records of whichever kind. */
export function anyVisibleSql(audience: Audience): Sql {
  const shown = allKinds.filter((kind) => kind.public)
  return sql`(case kind ${join(
    shown.map((kind) => sql`when ${raw(`'${kind.name}'`)} then ${visibleSql(kind, audience)}`),
    ' ',
  )} else false end)`
}

/** The fields that a filter looks at. */
export function fieldsOf(condition: Condition | null): QueryField[] {
  if (!condition || 'metadata' in condition) return []
  if ('logic' in condition) return condition.of.flatMap(fieldsOf)
  return ['first' in condition ? condition.first : condition.field]
}

/** Takes the pointers to hidden records out of `keys`. */
function withoutHidden(field: QueryField, audience: Audience): Sql {
  const target = kindNamed(field.refersTo ?? '')
  const name = raw(`'${field.name}'`)
  const leads = (id: Sql) => sql`exists (
    select from records target where target.broadcast_id = records.broadcast_id and target.kind = ${target.name}
      and target.id = ${id} and ${visibleSql(target, audience)})`
  if (!field.isList) return sql`- case when ${leads(sql`records.keys ->> ${name}`)} then '' else ${name} end`
  return sql`|| jsonb_build_object(${name}, (
    select coalesce(jsonb_agg(pointer.id order by pointer.place), '[]')
    from jsonb_array_elements_text(records.keys -> ${name}) with ordinality pointer (id, place) where ${leads(raw('pointer.id'))}))`
}
