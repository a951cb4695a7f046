/** @jsxImportSource preact */
import { useApp, useHref } from '../app-context.ts'

/** An address without a record: it never existed, or it was taken out. */
export function Missing() {
  const { t } = useApp()
  const href = useHref()
  return (
    <div class="mq-content">
      <h1 class="mq-title">{t.missingTitle}</h1>
      <p>{t.missing}</p>
      <a class="mq-button mq-button-filled" href={href({ screen: 'home' })}>
        {t.toHome}
      </a>
    </div>
  )
}
