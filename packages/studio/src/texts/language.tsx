import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import { type Language, languages, type Texts } from './define.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

/** The language of the studio and how to change it. */
export function useLanguage(): { language: Language; setLanguage(language: Language): void } {
  return use(LanguageContext)
}

/** The texts of a screen in the language of the studio. */
export function useTexts<T>(texts: Texts<T>): Texts<T>[Language] {
  return texts[useLanguage().language]
}

/** The language of the studio outside of components. */
export function languageNow(): Language {
  return languages.find((one) => one === document.documentElement.lang) ?? 'en'
}

/** The texts that every screen shares. */
export function useCommon() {
  return common[useLanguage().language]
}

export const common = { en, fr, es }

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language
    localStorage.setItem(storageKey, language)
  }, [language])
  const value = useMemo(() => ({ language, setLanguage }), [language])
  return <LanguageContext value={value}>{children}</LanguageContext>
}

const storageKey = 'marquee:language'
const LanguageContext = createContext<{ language: Language; setLanguage(language: Language): void }>({
  language: 'en',
  setLanguage() {},
})

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey), ...navigator.languages].map((tag) => tag?.slice(0, 2))
  return wanted.flatMap((tag) => languages.filter((known) => known === tag))[0] ?? 'en'
}
