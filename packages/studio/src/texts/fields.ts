import type { Language } from './define.ts'
import { choiceNames, fieldNames } from './field-names.ts'
import { useLanguage } from './language.tsx'

/** What people call a field: `fieldLabel('title', 'broadcastHost')`. A kind may have a word of its own for it. */
export function useFieldLabel(): (name: string, kind?: string) => string {
  const { language } = useLanguage()
  return (name, kind) => fieldLabel(language, name, kind)
}

/** What people call a value of a field that takes one of a few. */
export function useChoiceLabel(): (field: string, value: string) => string {
  const { language } = useLanguage()
  return (field, value) => (choiceNames[`${field}.${value}`] ?? choiceNames[value])?.[column[language]] ?? value
}

export function fieldLabel(language: Language, name: string, kind?: string): string {
  const names = (kind !== undefined && fieldNames[`${kind}.${name}`]) || fieldNames[name]
  return names?.[column[language]] ?? inWords(name)
}

const column: Record<Language, 0 | 1 | 2> = { en: 0, fr: 1, es: 2 }

/** `shortDescription` -> `Short description` */
function inWords(name: string): string {
  const words = name
    .replace(/^_/, '')
    .replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
