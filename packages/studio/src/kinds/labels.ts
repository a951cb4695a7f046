import { kindNamed } from '@marquee/model'
import { choiceNames, fieldNames, type Names, nameIn } from '../texts/field-names.ts'
import { useLanguage } from '../texts/language.tsx'
import { declarationOf, kindDeclarations } from './index.ts'

/** The display name of one record of a kind, or several: `kindLabel(kind, 'many')`. */
export function useKindLabel(): (kind: string, number?: 'one' | 'many') => string {
  const { language } = useLanguage()
  return (kind, number = 'one') => declarationOf(kind)?.texts[language][number] ?? kind
}

/** The display name of a field. A kind may override it; a field without translations uses the label of the model. */
export function useFieldLabel(): (name: string, kind?: string) => string {
  const { language } = useLanguage()
  return (name, kind) => {
    const declared = kind === undefined ? undefined : declarationOf(kind)
    const names = declared?.fieldNames?.[name] ?? fieldNames[name]
    if (names) return nameIn(language, names)
    return (declared && kindNamed(declared.kind).fields[name]?.label) ?? inWords(name)
  }
}

/** The display name of a value of a field with choices. */
export function useChoiceLabel(): (field: string, value: string) => string {
  const { language } = useLanguage()
  return (field, value) => {
    const names = allChoices[`${field}.${value}`] ?? allChoices[value]
    return names ? nameIn(language, names) : value
  }
}

const allChoices: Record<string, Names> = Object.assign(
  {},
  choiceNames,
  ...kindDeclarations.map((kind) => kind.choiceNames),
)

/** `shortDescription` -> `Short description` */
function inWords(name: string): string {
  const words = name
    .replace(/^_/, '')
    .replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
