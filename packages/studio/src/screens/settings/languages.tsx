import { useMemo } from 'react'
import type { DraftEditing } from '../../data/draft.ts'
import type { EditorProps } from '../../fields/editor.tsx'
import { Field } from '../../fields/field.tsx'
import { LocaleEditor } from '../../fields/plain-editors.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Section } from './section.tsx'
import { texts } from './texts.ts'

/** The languages of the content, and the main one among them, also before they are saved. */
export function Languages({ draft, isDisabled }: { draft: DraftEditing; isDisabled: boolean }) {
  const t = useTexts(texts)
  const { locales } = draft.values
  const MainLanguage = useMemo(() => {
    const chosen = Array.isArray(locales) ? locales.map(String) : []
    return (props: EditorProps) => <LocaleEditor {...props} locales={chosen} />
  }, [locales])
  return (
    <Section title={t.languages} about={t.languagesAbout}>
      <div data-field="locales">
        <Field draft={draft} name="locales" description={t.localesHint} isDisabled={isDisabled} />
      </div>
      <div data-field="defaultLocale">
        <Field
          draft={draft}
          name="defaultLocale"
          description={t.languageHint}
          isDisabled={isDisabled}
          editor={MainLanguage}
        />
      </div>
    </Section>
  )
}
