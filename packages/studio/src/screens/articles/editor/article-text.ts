import type { DraftEditing } from '../../../data/draft.ts'
import { isPlain } from '../../../data/merge.ts'
import { useContentLanguage } from '../../../fields/content-language.tsx'
import { type ContentFormat, formatOf } from '../text/plain-text.ts'

export type ArticleDraft = DraftEditing<'broadcastArticle'>

/** The title and the text in the edited language, and the main ones as a fallback. */
export function useArticleText(draft: ArticleDraft) {
  const [language] = useContentLanguage()
  const { values } = draft
  const details = isPlain(values.localeDetails) ? values.localeDetails : {}
  const own = language === undefined ? values : isPlain(details[language]) ? details[language] : {}
  const set = (name: 'title' | 'content', text: string) => {
    const value = text === '' ? null : text
    if (language === undefined) return draft.set(name, value)
    const { [name]: _, ...others } = own
    draft.set('localeDetails', { ...details, [language]: value === null ? others : { ...others, [name]: value } })
  }
  return {
    language,
    title: textOf(own.title),
    content: textOf(own.content),
    format: formatIn(values),
    mainTitle: textOf(values.title),
    mainContent: textOf(values.content),
    setTitle: (text: string) => set('title', text),
    setContent: (text: string) => set('content', text),
  }
}

/** All languages of an article use one format. An article without a text yet is rich text. */
export function formatIn(values: Record<string, unknown>): ContentFormat {
  const content = textOf(values.content)
  if (content === '' && values.contentFormat !== 'markdown') return 'html'
  return formatOf(content, values.contentFormat)
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
