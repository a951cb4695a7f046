/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { useApp } from '../app-context.ts'
import { Icon } from './icon.tsx'

/**
 * Shares the address of this screen, or another one. Without JavaScript the browser's own menu does; until there is a visitor it
 * is invisible, but its room stays.
 */
export function ShareButton({ title, label, url }: { title: string; label?: string; url?: string }) {
  const { t, visitor } = useApp()
  const [isCopied, setCopied] = useState(false)
  const share = async () => {
    setCopied((await visitor?.share(title, url)) === 'copied')
    setTimeout(() => setCopied(false), 4_000)
  }
  return (
    <button type="button" class="mq-chip mq-share" disabled={!visitor} onClick={share}>
      <Icon name={isCopied ? 'check' : 'share'} /> <span role="status">{isCopied ? t.shared : (label ?? t.share)}</span>
    </button>
  )
}
