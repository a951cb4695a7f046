import { always, defineKind, list, nullable, required } from '../kind.ts'
import { defaultImportRules, ImportColumns, ImportRules } from '../shapes/import-rules.ts'
import { Choice, Instant, Maybe, Name, ObjectId, Shape, TimeZone, Url } from '../shapes/scalars.ts'
import Type from '../type.ts'

const word = Type.String({ minLength: 1, maxLength: 40 })

/** A header of the request, such as a token. Its value is never returned. */
const Header = Shape(
  {
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 40, readOnly: true })),
    name: Type.String({
      pattern: '^[A-Za-z0-9-]{1,100}$',
      description: 'A name of letters, digits and hyphens',
      examples: ['Authorization'],
    }),
    value: Maybe(Type.String({ minLength: 1, maxLength: 4_096 })),
    set: Type.Optional(Type.Boolean({ readOnly: true })),
  },
  { title: 'ImportHeader' },
)

export const importSource = defineKind({
  name: 'importSource',
  plural: 'importSources',
  about: 'Where a programme is imported from: a file that comes in versions, or an address that is followed.',
  fields: {
    title: required(Name(5_000, 'schedule.xml'), { sort: true }),
    url: nullable(Url, { filter: true, label: 'Address' }),
    format: nullable(word, { filter: true }),
    timeZone: nullable(TimeZone),
    columns: nullable(ImportColumns),
    rows: nullable(Choice('sessions', 'hosts', 'places', 'articles')),
    rules: always(ImportRules, { default: defaultImportRules }),
    mode: always(Choice('auto', 'approve'), { default: 'approve', filter: true }),
    intervalMinutes: nullable(Type.Integer({ minimum: 1, maximum: 10_080 }), { filter: true, label: 'Interval' }),
    headers: list(Header, { maxItems: 20, secret: ['value'], label: 'Request headers' }),
    enabled: always(Type.Boolean(), { default: true, filter: true, keptOnRestore: true }),
    lastImportId: nullable(ObjectId, { readOnly: true, filter: true, label: 'Last import' }),
    lastCheckedAt: nullable(Instant, { readOnly: true, unlogged: true, sort: true, label: 'Last checked' }),
    lastError: nullable(Type.String({ maxLength: 1_000 }), { readOnly: true, filter: true }),
    etag: nullable(Type.String({ maxLength: 1_000 }), { readOnly: true, unlogged: true, label: 'ETag' }),
    lastModified: nullable(Type.String({ maxLength: 200 }), { readOnly: true, unlogged: true }),
    digest: nullable(Type.String({ maxLength: 64 }), { readOnly: true, unlogged: true, label: 'Digest of the file' }),
    hookVersion: nullable(ObjectId, { readOnly: true, label: 'Version of the hook' }),
  },
})
