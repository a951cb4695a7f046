import { SegmentedControl } from '@mantine/core'
import { createContext, type ReactNode, use, useState } from 'react'
import { localeName, useLocales, useMainLocale } from '../data/locales.ts'
import { useCommon } from '../texts/language.tsx'

/** The language whose texts a form edits; undefined for the main texts. */
export type ContentLanguage = string | undefined

export function useContentLanguage(): [ContentLanguage, (language: ContentLanguage) => void] {
  return use(ContentLanguageContext)
}

const ContentLanguageContext = createContext<[ContentLanguage, (language: ContentLanguage) => void]>([
  undefined,
  () => {},
])

export function ContentLanguageProvider({ children }: { children: ReactNode }) {
  return <ContentLanguageContext value={useState<ContentLanguage>()}>{children}</ContentLanguageContext>
}

interface SwitchProps {
  localeDetails: unknown
  /** The main language of the record, if it has one of its own. */
  defaultLocale?: unknown
}

/** Switches between the languages of the texts. The main one is marked, and a dot marks the others that have texts. */
export function ContentLanguageSwitch({ localeDetails, defaultLocale }: SwitchProps) {
  const { languages } = useCommon()
  const locales = useLocales()
  const main = useMainLocale(defaultLocale)
  const [language, setLanguage] = useContentLanguage()
  const hasTexts = (one: string) =>
    Object.values(Object(Object(localeDetails)[one])).some((text) => text !== null && text !== '')
  // Texts in the main language are those of the record, unless translations into it were written by mistake.
  const others = locales.filter((one) => one !== main || hasTexts(one))
  return (
    <SegmentedControl
      size="xs"
      aria-label={languages.label}
      value={language ?? 'base'}
      onChange={(value) => setLanguage(others.find((one) => one === value))}
      data={[
        {
          value: 'base',
          label: main ? <span lang={main}>{`${localeName(main)} (${languages.main})`}</span> : languages.base,
        },
        ...others.map((one) => ({
          value: one,
          label: (
            <span lang={one}>
              {localeName(one)}
              {hasTexts(one) && (
                <span role="img" aria-label={languages.translated}>
                  {' •'}
                </span>
              )}
            </span>
          ),
        })),
      ]}
    />
  )
}
