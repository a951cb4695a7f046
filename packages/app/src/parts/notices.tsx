/** @jsxImportSource preact */
import { useEffect } from 'preact/hooks'
import { useApp } from '../app-context.ts'
import { Icon } from './icon.tsx'

/** What the visitor should know about the content: it is a preview, the network is away, or something has changed. */
export function Notices() {
  const { site, visitor, t } = useApp()
  return (
    <>
      {site.preview !== undefined && (
        <p class="mq-notice" role="status">
          {t.previewBanner}
        </p>
      )}
      {visitor && !visitor.isOnline && (
        <p class="mq-notice" role="status">
          <Icon name="wifi-off" size={18} /> {t.offline}
        </p>
      )}
      <News />
    </>
  )
}

/** The changes of an update, over the content, so that nothing jumps. Those of starred sessions stay until they are closed. */
function News() {
  const { visitor, t } = useApp()
  const news = visitor?.news ?? []
  const isBrief = news.length === 1 && news[0] === t.updated
  useEffect(() => {
    if (!isBrief) return
    const timer = setTimeout(() => visitor?.dismissNews(), 6_000)
    return () => clearTimeout(timer)
  }, [isBrief])
  return (
    <div class="mq-news" role="status">
      {news.length > 0 && (
        <div class="mq-toast">
          <Icon name={isBrief ? 'refresh' : 'bell'} />
          <div class="mq-toast-lines">
            {news.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
          <button type="button" class="mq-toast-close" aria-label={t.close} onClick={visitor?.dismissNews}>
            <Icon name="x" />
          </button>
        </div>
      )}
    </div>
  )
}
