/** The languages of the studio, in the order in which they are offered. */
export const languages = ['fr', 'en', 'es'] as const
export type Language = (typeof languages)[number]

/** The name of each language in itself. */
export const languageNames: Record<Language, string> = { fr: 'Français', en: 'English', es: 'Español' }

/** A text, or a function that makes one from values. */
type Text = string | ((...values: never[]) => string)
export interface Dictionary {
  [key: string]: Text | Dictionary
}

/** The same keys with other texts. */
export type Alike<T> = {
  [K in keyof T]: T[K] extends (...values: infer V) => string
    ? (...values: V) => string
    : T[K] extends string
      ? string
      : Alike<T[K]>
}

export type Texts<T = Dictionary> = Record<Language, Alike<T>>

/** The texts of a part of the studio. English defines the keys: the compiler rejects another language that lacks one. */
export function defineTexts<T extends Dictionary>(texts: {
  en: T
  fr: NoInfer<Alike<T>>
  es: NoInfer<Alike<T>>
}): Texts<T> {
  return { en: texts.en as unknown as Alike<T>, fr: texts.fr, es: texts.es }
}
