/** @jsxImportSource preact */
import { iconNameOf, markupOf } from './icon-markup.ts'

/** An icon by name. It is decorative: its control has a text. */
export function Icon({ name, size = 20 }: { name: string; size?: number }) {
  const markup = { __html: markupOf(name) }
  return (
    <svg
      class="mq-icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={name.endsWith('-filled') ? 'currentColor' : 'none'}
      stroke={name.endsWith('-filled') ? 'none' : 'currentColor'}
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      dangerouslySetInnerHTML={markup}
    />
  )
}

/** The icon of a tile, a place or a button, as stored; that of the target when there is none. */
export function StoredIcon({ icon, navigator, size }: { icon?: unknown; navigator?: unknown; size?: number }) {
  return <Icon name={iconNameOf(icon, navigator)} size={size ?? 20} />
}
