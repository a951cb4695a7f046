/** @jsxImportSource preact */
import { useApp } from '../app-context.ts'
import { objectsIn, type Shown, textOr, wordsOf } from '../data/shown.ts'
import { Icon } from './icon.tsx'

/** What there is to open before and after a session: its files, its recording, and where to send feedback. */
export function SessionMaterial({ record }: { record: Shown }) {
  const { locale, t } = useApp()
  const files = objectsIn(record.attachments).map((file) => ({
    icon: 'download',
    label: wordsOf(file, 'title', locale) || fileOf(textOr(file.url)),
    url: textOr(file.url),
  }))
  const all = [
    ...files,
    { icon: 'film', label: t.recording, url: textOr(Object(record.recording).url) },
    { icon: 'clipboard-check', label: t.feedback, url: textOr(record.feedbackUrl) },
  ].filter(({ url }) => /^(?:https?:|\/(?!\/))/i.test(url))
  if (all.length === 0) return null
  return (
    <ul class="mq-chips">
      {all.map(({ icon, label, url }, index) => (
        <li key={index}>
          <a class="mq-chip" href={url} rel="noopener" target="_blank">
            <Icon name={icon} /> {label}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** `https://host/slides/harp.pdf?x` -> `harp.pdf` */
const fileOf = (url: string) => url.replace(/[?#].*$/, '').replace(/^.*\/(?=[^/]+$)/, '')
