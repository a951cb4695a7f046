import { type Kind, kinds as modelKinds, type Path, textPlaces } from '@marquee/model'
import type { Queryable } from '../db.ts'
import { nameSql } from '../name-sql.ts'
import { raw, type Sql, sql } from '../sql.ts'

/** How many texts of a kind visitors can read in a language, of those that have a main text. */
export interface Progress {
  kind: string
  locale: string
  translatable: number
  translated: number
}

/** Progress by kind and language. The texts are counted here and not in the process, since there can be many. */
export async function countTranslations(
  db: Queryable,
  broadcastId: string,
  kinds: Kind[],
  locales: readonly string[],
): Promise<Progress[]> {
  return db.query<Progress>(sql`
    with ${textsSql(broadcastId, kinds)}
    select kind, locale, count(*)::int as translatable, count(*) filter (where ${isTranslated})::int as translated
    from texts cross join unnest(${[...locales]}::text[]) as locale
    where main is distinct from locale
    group by kind, locale`)
}

/** A record with texts to translate. */
export interface TranslatedRecord {
  kind: string
  id: string
  title: string | null
  translatable: number
  translated: number
}

/** The records of some kinds with texts to translate into a language: kind by kind, by name. */
export async function listTranslations(
  db: Queryable,
  broadcastId: string,
  kinds: Kind[],
  request: { locale: string; isMissingOnly: boolean; limit: number; skip: number },
): Promise<{ records: TranslatedRecord[]; total: number }> {
  const { locale, isMissingOnly, limit, skip } = request
  const rows = await db.query<{ total: number } & { [N in keyof TranslatedRecord]: TranslatedRecord[N] | null }>(sql`
    with ${textsSql(broadcastId, kinds)}, listed as (
      select kind, id, min(title) as title,
        count(*)::int as translatable, count(*) filter (where ${isTranslated})::int as translated
      from texts cross join (select ${locale}::text as locale) chosen
      where main is distinct from locale
      group by kind, id
      having ${!isMissingOnly} or count(*) > count(*) filter (where ${isTranslated})
    ), page as (
      select * from listed
      order by array_position(${kinds.map(({ name }) => name)}::text[], kind), title, id limit ${limit} offset ${skip}
    )
    select (select count(*) from listed)::int as total, page.* from (select) one left join page on true
    order by array_position(${kinds.map(({ name }) => name)}::text[], kind), title, id`)
  const records = rows.filter((row) => row.id !== null) as (TranslatedRecord & { total: number })[]
  return { records: records.map(({ total: _, ...record }) => record), total: rows[0]?.total ?? 0 }
}

/** Every text that is not empty, with its translations and the language it is written in. */
function textsSql(broadcastId: string, kinds: Kind[]): Sql {
  const places = kinds.flatMap((kind) =>
    textPlaces(kind).flatMap(({ path, names }) =>
      names.map((name) => ({ kind: kind.name, path: jsonPath(path), name })),
    ),
  )
  const column = (of: (place: (typeof places)[number]) => string) => places.map(of)
  return sql`places as materialized (
      select kind, path::jsonpath as path, name from unnest(
        ${column(({ kind }) => kind)}::text[], ${column(({ path }) => path)}::text[], ${column(({ name }) => name)}::text[]
      ) as p (kind, path, name)
    ), parsed as materialized (
      select kind, id, body::jsonb as body from records
      where broadcast_id = ${broadcastId} and kind = any (${kinds.map(({ name }) => name)}::text[])
    ), texts as (
      select kind, id, name, ${nameSql} as title, part -> 'localeDetails' as details,
        coalesce(body ->> 'defaultLocale', (
          select b.body ->> 'defaultLocale' from records b
          where b.broadcast_id = ${broadcastId} and b.kind = ${modelKinds.broadcast.name} and b.id = ${broadcastId}
        )) as main
      from parsed join places using (kind) cross join lateral jsonb_path_query(body, path) as part
      where ${hasText(raw('part -> name'))}
    )`
}

const hasText = (value: Sql) => sql`coalesce(${value}, 'null') not in ('null', '""', '[]')`
const isTranslated = hasText(raw('details -> locale -> name'))

/** `menu.sections.*` -> `$."menu"."sections"[*]` */
const jsonPath = (path: Path) => `$${path.map((name) => (name === '*' ? '[*]' : `."${name}"`)).join('')}`
