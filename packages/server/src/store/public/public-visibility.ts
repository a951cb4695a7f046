import { allKinds, type Condition, isPublishable, type Kind, kindNamed, type QueryField } from '@marquee/model'
import type { Queryable } from '../db.ts'
import { join, raw, type Sql, sql } from '../sql.ts'

/** The moment that decides whether a record is visible. With drafts: for readers with a preview link. */
export interface Visibility {
  at: Date
  withDrafts: boolean
}

/** Readers without a key, who get the languages of the broadcast. */
export interface Audience extends Visibility {
  locales: readonly string[]
}

/** Whether a record of the kind is visible to the audience: a condition on the columns of `records`, or of an alias. */
export function visibleSql(kind: Kind, { at, withDrafts }: Visibility): Sql {
  if (!kind.public) return raw('false')
  const tests: Sql[] = []
  if ('isPrivate' in kind.fields) tests.push(raw(`(keys ->> 'isPrivate') is distinct from 'true'`))
  if (!withDrafts && isPublishable(kind)) tests.push(raw(`(keys ->> 'status') = 'published'`))
  if (!withDrafts && 'publishedAt' in kind.fields)
    tests.push(sql`coalesce((keys ->> 'publishedAt') collate "C" <= ${at.toISOString()}, true)`)
  return tests.length > 0 ? sql`(${join(tests, ' and ')})` : raw('true')
}

/**
 * The records of a kind as the audience sees them, to be used instead of `records`: hidden records are left out,
 * and references to hidden records are removed from the fields that filters and sorts use.
 */
export function visibleRecords(
  broadcastId: string,
  kind: Kind,
  audience: Audience,
  lookedAt: Iterable<QueryField>,
): Sql {
  const pointers = [...new Set(lookedAt)].filter(({ refersTo }) => refersTo !== undefined)
  const keys = join([raw('keys'), ...pointers.map((field) => withoutHidden(broadcastId, field, audience))], ' ')
  return sql`(
    select broadcast_id, kind, id, body, reference, refs, ${keys} as keys from records
    where broadcast_id = ${broadcastId} and kind = ${kind.name} and ${visibleSql(kind, audience)}
  ) records`
}

/** Which of these ids are, or were, records that are hidden from the audience. Ids that never existed are not among them. */
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

/** The same for records of any kind. */
export function anyVisibleSql(audience: Audience): Sql {
  const shown = allKinds.filter((kind) => kind.public)
  return sql`(case kind ${join(
    shown.map((kind) => sql`when ${raw(`'${kind.name}'`)} then ${visibleSql(kind, audience)}`),
    ' ',
  )} else false end)`
}

/** The fields that a filter uses. */
export function fieldsOf(condition: Condition | null): QueryField[] {
  if (!condition || 'metadata' in condition) return []
  if ('logic' in condition) return condition.of.flatMap(fieldsOf)
  return ['first' in condition ? condition.first : condition.field]
}

/** Removes references to hidden records from `keys`. */
function withoutHidden(broadcastId: string, field: QueryField, audience: Audience): Sql {
  const target = kindNamed(field.refersTo ?? '')
  const name = raw(`'${field.name}'`)
  const leads = (id: Sql) => sql`exists (
    select from records target where target.broadcast_id = ${broadcastId} and target.kind = ${target.name}
      and target.id = ${id} and ${visibleSql(target, audience)})`
  if (!field.isList) return sql`- case when ${leads(sql`records.keys ->> ${name}`)} then '' else ${name} end`
  return sql`|| jsonb_build_object(${name}, (
    select coalesce(jsonb_agg(pointer.id order by pointer.place), '[]')
    from jsonb_array_elements_text(records.keys -> ${name}) with ordinality pointer (id, place) where ${leads(raw('pointer.id'))}))`
}
