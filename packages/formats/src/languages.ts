import type { Collecting } from './collect.ts'
import { lineOf } from './values.ts'

/** The languages of a session as BCP 47 tags. Files contain tags, lists such as `de, en`, and names of languages. */
export function languagesOf(value: unknown, at: string, note: Collecting['note']): string[] {
  const text = lineOf(value)
  if (text === undefined) return []
  const whole = tagOf(text)
  if (whole) return [whole]
  const separator = /^[a-z]{2,3}(?: [a-z]{2,3})+$/i.test(text) ? ' ' : /\s*(?:[,;/|&+]|\s(?:and|und)\s)\s*/i
  const parts = text.split(separator).filter((part) => part !== '')
  const tags = parts.map((part) => tagOf(part) ?? namedTag(part))
  const known = [...new Set(tags.filter((tag) => tag !== undefined))]
  if (known.length === 0 || tags.includes(undefined))
    note('unknown_language', `“${text.slice(0, 100)}” is not a known language${left(known)}.`, at)
  else note('repaired_language', `The language “${text.slice(0, 100)}” is read as ${known.join(' and ')}.`, at)
  return known
}

const left = (known: string[]) => (known.length > 0 ? `; only ${known.join(' and ')} is read` : '; it is left out')

/** Cache: Intl is slow, and the sessions of a programme have few languages. */
const knownTags = new Map<string, string | undefined>()

function tagOf(text: string): string | undefined {
  if (knownTags.has(text)) return knownTags.get(text)
  if (knownTags.size >= 1_000) knownTags.clear()
  const tag = canonicalTag(text)
  knownTags.set(text, tag)
  return tag
}

/** Intl accepts any word of the right shape as a language, so only languages that it has a name for count. */
function canonicalTag(text: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(text.replaceAll('_', '-'))
    return tag && languageNames.of(tag.split('-')[0] as string) ? tag : undefined
  } catch {
    return undefined
  }
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

const namedTag = (text: string) => tagsByName().get(text.toLowerCase())

let knownNames: Map<string, string> | undefined

/** The names of common languages, in English, German, French, Spanish and in themselves. */
function tagsByName(): Map<string, string> {
  knownNames ??= new Map(
    common.flatMap((tag) =>
      ['en', 'de', 'fr', 'es', tag].map((inLanguage) => {
        const name = new Intl.DisplayNames(inLanguage, { type: 'language' }).of(tag) ?? tag
        return [name.toLowerCase(), tag] as const
      }),
    ),
  )
  return knownNames
}

const common =
  'ar bg ca cs da de el en es et eu fa fi fr ga gl he hi hr hu is it ja ko lt lv mk nb nl nn no pl pt ro ru sk sl sq sr sv tr uk vi zh'.split(
    ' ',
  )
