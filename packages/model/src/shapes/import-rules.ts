import Type from '../type.ts'
import { Choice, Shape } from './scalars.ts'

/** How an import treats what people changed and what the source no longer has. */
export const ImportRules = Shape(
  {
    conflicts: Type.Optional(Choice('keep', 'take')),
    gone: Type.Optional(Choice('unpublish', 'delete', 'keep')),
    status: Type.Optional(Choice('published', 'draft')),
  },
  { title: 'ImportRules' },
)

export const defaultImportRules = { conflicts: 'keep', gone: 'unpublish', status: 'published' } as const

/** The role of each column of a table, by its header. */
export const ImportColumns = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', minLength: 1, maxLength: 40 },
})
