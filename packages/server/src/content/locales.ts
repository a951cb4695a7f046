import {
  type AnyRecord,
  type FieldError,
  findPlaces,
  Invalid,
  type Kind,
  oncePerKind,
  type Path,
  PathsByField,
  shapes,
  visit,
} from '@marquee/model'
import { areKnownLocales, localesOf } from './calendar.ts'
import type { Writing } from './writing.ts'

/**
 * Refuses languages that the broadcast does not have. A value that is stored already is accepted: the texts of a language
 * that was removed are kept, and clients send records back whole. So are those of a copy.
 */
export async function requireLocales(
  writing: Writing,
  kind: Kind,
  before: AnyRecord | null,
  sent: Record<string, unknown>,
): Promise<void> {
  if (writing.copying) return
  const uses = usesIn(kind, sent)
  if (uses.length === 0) return
  const known = new Set(before ? usesIn(kind, before).flatMap(({ value, removal }) => [value, removal]) : [])
  const added = uses.filter(({ value }) => !known.has(value))
  if (added.length === 0) return
  const own = ownLocales(kind, before, sent)
  const asked = added.map(({ locale }) => locale)
  if (!own && areKnownLocales(writing, asked)) return
  const locales = own ?? (await localesOf(writing))
  const errors = added.filter(({ locale }) => !locales.includes(locale)).map((use) => errorOf(use, locales))
  if (errors.length > 0) throw new Invalid(errors)
}

/** The error of a language that is not among these. */
export function errorOf(
  { pointer, isKey }: { pointer: string; isKey?: boolean },
  locales: readonly string[],
): FieldError {
  const list = locales.join(', ')
  if (isKey) return { pointer, code: 'unknown_field', message: `is not a language of the broadcast, which has ${list}` }
  return { pointer, code: 'enum', message: `must be one of ${list}`, params: { allowed: [...locales] } }
}

/** The languages of a record that lists them itself, after the write: the broadcast. */
function ownLocales(kind: Kind, before: AnyRecord | null, sent: Record<string, unknown>): string[] | undefined {
  if (!('locales' in kind.fields)) return undefined
  const listed = (sent.locales ?? before?.locales ?? shapes.locales) as readonly string[]
  return [...listed, ...(typeof sent.defaultLocale === 'string' ? [sent.defaultLocale] : [])]
}

/** A language in a record: a value, or the key of texts. */
interface Use {
  pointer: string
  locale: string
  isKey: boolean
  /** The language with its texts, wherever they are in a list. */
  value: string
  /** The same with null, which removes the texts. */
  removal: string
}

function usesIn(kind: Kind, record: Record<string, unknown>): Use[] {
  const uses: Use[] = []
  for (const { path, isKey } of localePaths(kind).within(record)) {
    const place = path.join('.')
    const add = (pointer: string, locale: string, texts: unknown) =>
      uses.push({
        pointer,
        locale,
        isKey,
        value: `${place} ${locale} ${JSON.stringify(texts)}`,
        removal: `${place} ${locale} null`,
      })
    visit(record, path, (holder, key, pointer) => {
      const value = holder[key]
      if (!isKey && typeof value === 'string') add(pointer, value, '')
      if (isKey && typeof value === 'object' && value !== null)
        for (const [locale, texts] of Object.entries(value)) add(`${pointer}/${locale}`, locale, texts)
    })
  }
  return uses
}

const localePaths = oncePerKind(
  (kind) =>
    new PathsByField(
      Object.entries(kind.fields).flatMap(([name, { schema, readOnly }]): { path: Path; isKey: boolean }[] =>
        readOnly
          ? []
          : findPlaces(schema, isLocalePlace).map(({ path, found }) => ({ path: [name, ...path], isKey: found })),
      ),
    ),
)

/** True where the keys are languages, false where the value is one. */
function isLocalePlace(schema: object): boolean | undefined {
  if ('byLocale' in schema) return true
  return 'isLocale' in schema ? false : undefined
}
