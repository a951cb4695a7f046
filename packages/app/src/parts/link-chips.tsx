/** @jsxImportSource preact */
import { useApp } from '../app-context.ts'
import { objectsIn, textOr, wordsOf } from '../data/shown.ts'
import { Icon } from './icon.tsx'

/** The links of a record, each by its label, its network or its host. */
export function LinkChips({ links }: { links: unknown }) {
  const { locale } = useApp()
  const shown = objectsIn(links).filter(({ url }) => /^(?:https?|mailto|tel):/i.test(textOr(url)))
  if (shown.length === 0) return null
  return (
    <ul class="mq-chips">
      {shown.map((link, index) => (
        <li key={index}>
          <a class="mq-chip" href={textOr(link.url)} rel="noopener" target="_blank">
            <Icon name={link.type === 'instagram' || link.type === 'mastodon' ? link.type : 'globe'} />
            {wordsOf(link, 'label', locale) || textOr(link.type, hostOf(textOr(link.url)))}
          </a>
        </li>
      ))}
    </ul>
  )
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host || url : url)
