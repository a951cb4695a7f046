import { always, defineKind, list, nullable, ref } from '../kind.ts'
import { defaultImportRules, ImportColumns, ImportRules } from '../shapes/import-rules.ts'
import { Choice, FreeForm, Instant, Nullable, ObjectId, Shape, TimeZone, Title } from '../shapes/scalars.ts'
import Type from '../type.ts'

const count = Type.Integer({ minimum: 0 })

/** Records, except for `kept` and `conflicts`, which count fields, and `warnings`, which counts notes. */
export const ImportCounts = Shape(
  {
    created: count,
    changed: count,
    unchanged: count,
    removed: count,
    kept: count,
    conflicts: count,
    warnings: count,
  },
  { title: 'ImportCounts' },
)

export const noImportCounts = {
  created: 0,
  changed: 0,
  unchanged: 0,
  removed: 0,
  kept: 0,
  conflicts: 0,
  warnings: 0,
}

const ImportNote = Shape(
  { code: Type.String(), message: Type.String(), at: Type.Optional(Nullable(Type.String())) },
  { title: 'ImportNote' },
)

const ImportTable = Shape(
  {
    rows: Type.String(),
    columns: Type.Array(Shape({ header: Type.String(), role: Type.String(), samples: Type.Array(Type.String()) })),
  },
  { title: 'ImportTable' },
)

const ImportOptions = Shape(
  {
    format: Type.Optional(Nullable(Type.String())),
    timeZone: Type.Optional(Nullable(TimeZone)),
    columns: Type.Optional(Nullable(ImportColumns)),
    rows: Type.Optional(Nullable(Type.String())),
  },
  { title: 'ImportReadOptions' },
)

/** The name avoids the keyword of the language. */
export const importKind = defineKind({
  name: 'import',
  plural: 'imports',
  about: 'A programme file that was read: its plan, its progress and its result.',
  operations: ['list', 'read', 'delete'],
  fields: {
    title: nullable(Title, { readOnly: true, sort: true }),
    status: always(Choice('previewed', 'waiting', 'applying', 'applied', 'failed', 'undoing', 'undone', 'discarded'), {
      default: 'previewed',
      readOnly: true,
      sort: true,
    }),
    sourceId: ref('importSource', { readOnly: true, label: 'Source' }),
    previousImportId: nullable(ObjectId, { readOnly: true, label: 'Import it was compared with' }),
    jobId: nullable(ObjectId, { readOnly: true }),
    format: nullable(Type.String(), { readOnly: true, filter: true }),
    counts: always(ImportCounts, { default: noImportCounts, readOnly: true }),
    kindCounts: always(FreeForm, { default: {}, readOnly: true, label: 'Counts by kind' }),
    needsConfirmation: always(Type.Boolean(), { default: false, readOnly: true }),
    notes: list(ImportNote, { readOnly: true }),
    table: nullable(ImportTable, { readOnly: true }),
    rules: always(ImportRules, { default: defaultImportRules, readOnly: true }),
    options: always(ImportOptions, { default: {}, readOnly: true }),
    revisionId: ref('revision', { readOnly: true, label: 'Revision' }),
    progress: always(FreeForm, { default: {}, readOnly: true, unlogged: true }),
    reason: nullable(Type.String(), { readOnly: true }),
    startedAt: nullable(Instant, { readOnly: true, sort: true, label: 'Started' }),
    finishedAt: nullable(Instant, { readOnly: true, sort: true, label: 'Finished' }),
  },
})
