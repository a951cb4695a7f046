import type { Static, TSchema } from 'typebox'
import Type from '../type.ts'
import type { LeadsTo } from '../url-schemes.ts'

/** Makes a schema accept `null`, by a type list rather than a union, so that a validation error names a single problem. */
export function Nullable<T extends TSchema>(schema: T) {
  const plain = { ...schema } as Record<string, unknown>
  if ('type' in plain) plain.type = [plain.type, 'null'].flat()
  if (Array.isArray(plain.enum)) plain.enum = [...plain.enum, null]
  return Type.Unsafe<Static<T> | null>(plain)
}

export const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))

/** An object without additional properties. */
export function Shape<P extends Record<string, TSchema>>(
  properties: P,
  options: { title?: string; description?: string } = {},
) {
  return Type.Object(properties, { ...options, additionalProperties: false })
}

export const Choice = <const V extends readonly string[]>(...values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] })

/** A union of objects, discriminated by their `type`. */
export function ByType<const S extends readonly TSchema[]>(title: string, schemas: S) {
  return Type.Unsafe<Static<S[number]>>({
    title,
    type: 'object',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: schemas,
  })
}

export const FreeForm = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
export const Anything = Type.Unsafe<unknown>({})

export const ObjectId = Type.String({
  format: 'objectId',
  minLength: 24,
  maxLength: 24,
  examples: ['66a1f0c2d4e5b60718293a4b'],
})
export const Instant = Type.String({ format: 'date-time', maxLength: 64, examples: ['2026-07-04T18:00:00.000Z'] })
/** A time of day in the zone of the broadcast. */
export const TimeOfDay = Type.String({
  pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'A time of day from 00:00 to 23:59, such as 06:00',
  examples: ['06:00'],
})
/** A day of the calendar, without a time and a zone. */
export const CalendarDay = Type.String({ format: 'date', examples: ['2027-07-02'] })
export const TimeZone = Type.String({ format: 'time-zone', maxLength: 64, examples: ['Europe/Paris'] })
/** An http(s) URL. `leadsTo` lists the accepted schemes, which are checked on write, so that the studio need not check again. */
export const Url = urlFor('web', ['https://festival.example/tickets'])
/** A link that people tap: http(s), mailto or tel. */
export const LinkUrl = urlFor('webOrContact', ['https://festival.example/tickets', 'mailto:hello@festival.example'])
/** A path of the site itself, or an http(s) URL. */
export const SiteUrl = Type.String({ maxLength: 2_048, leadsTo: 'webOrPath' satisfies LeadsTo })
export const Color = Type.String({
  description: 'A color: # and 3, 4, 6 or 8 hexadecimal digits, such as #ff5a36',
  pattern: '^#(?:[A-Fa-f0-9]{3,4}|[A-Fa-f0-9]{6}|[A-Fa-f0-9]{8})$',
  examples: ['#ff5a36'],
})

function urlFor(leadsTo: LeadsTo, examples: string[]) {
  return Type.String({ format: 'uri', maxLength: 2_048, examples, leadsTo })
}

export const Title = Type.String({ maxLength: 5_000 })
export const NonEmptyTitle = Type.String({ minLength: 1, maxLength: 5_000 })
/** A name that people read, so it must show something. */
export const Name = (maxLength: number, example: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    description: 'A name with at least one character that is not a space',
    examples: [example],
  })
export const Description = Type.String({ maxLength: 50_000 })
/** A short string that clients choose freely; the studio suggests the known values. */
export const OpenWord = (...known: string[]) => Type.String({ minLength: 1, maxLength: 40, examples: known })

const languagePattern = '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$'
export const LanguageTag = Type.String({
  pattern: languagePattern,
  format: 'language-tag',
  maxLength: 35,
  description: 'A language as a BCP 47 tag, such as fr, ar or pt-BR',
  examples: ['fr'],
})
/** The languages of a broadcast that has not chosen others. */
export const locales = ['fr', 'en', 'es'] as const
/** One of the languages of the broadcast. The list is content, so a write checks it after the shape. */
export const Locale = Type.String({ ...LanguageTag, isLocale: true })
/** Texts by language; the keys are checked like a `Locale`. */
export const ByLocale = <T extends TSchema>(texts: T) =>
  Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    description: 'Texts by language, each a language of the broadcast.',
    byLocale: true,
    patternProperties: { [languagePattern]: texts },
    additionalProperties: false,
  })
/**
 * A shape whose named members may differ per language, inside its own `localeDetails`. The write refuses keys that are no languages
 * of the broadcast, except those that are stored already: the texts of the home page once had keys of any form.
 */
export function Localized<P extends Record<string, TSchema>, N extends keyof P & string>(
  localized: N[],
  properties: P,
  options: { title?: string; description?: string } = {},
) {
  const texts = Type.Object(
    Object.fromEntries(localized.map((name) => [name, properties[name]])) as unknown as Pick<P, N>,
    { additionalProperties: true },
  )
  const details = ByLocale(texts)
  return Type.Object(
    {
      ...properties,
      localeDetails: Maybe(Type.Unsafe<Static<typeof details>>({ ...details, additionalProperties: true })),
    },
    { ...options, localized, additionalProperties: false },
  )
}
export const PublishStatus = Choice('draft', 'published')

/** Any JSON, returned as sent. An object with `mediaId` refers to a media of the broadcast. */
export const Media = Type.Unsafe<unknown>({
  title: 'Media',
  description: 'Any JSON, given back as sent. An object with `mediaId` is a checked reference to a media.',
  media: true,
})

/** A reference to another record of the same broadcast, validated on write and cleared when that record is deleted. */
export const Reference = (kind: string) => Type.String({ ...ObjectId, refersTo: kind })
