import { cleanHtml, excerptOf } from './rich-text.ts'
import type { ContentFormat } from './rich-text-size.ts'

/** The outputs of rich text: HTML that is safe to show, or an excerpt as plain text. */
export interface RichTextTask {
  purpose: 'html' | 'excerpt'
  content: string
  format: ContentFormat
}

export const renderRichText = ({ purpose, content, format }: RichTextTask): string =>
  purpose === 'html' ? cleanHtml(content, format) : excerptOf(content, format)
