import { SegmentedControl } from '@mantine/core'
import { shapes } from '@marquee/model'
import { createContext, type ReactNode, use, useState } from 'react'
import { languageNames } from '../texts/define.ts'
import { useCommon } from '../texts/language.tsx'

/** The language whose texts a form edits; undefined for the main texts. */
export type ContentLanguage = (typeof shapes.locales)[number] | undefined

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

/** Switches between the main texts and their translations; a dot marks the languages that have any. */
export function ContentLanguageSwitch({ localeDetails }: { localeDetails: unknown }) {
  const common = useCommon()
  const [language, setLanguage] = useContentLanguage()
  const hasTexts = (one: string) =>
    Object.values(Object(Object(localeDetails)[one])).some((text) => text !== null && text !== '')
  return (
    <SegmentedControl
      size="xs"
      aria-label={common.languages.label}
      value={language ?? 'base'}
      onChange={(value) => setLanguage(shapes.locales.find((one) => one === value))}
      data={[
        { value: 'base', label: common.languages.base },
        ...shapes.locales.map((one) => ({
          value: one,
          label: (
            <span lang={one}>
              {languageNames[one]}
              {hasTexts(one) && (
                <span role="img" aria-label={common.languages.translated}>
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
