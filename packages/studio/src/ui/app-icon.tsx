import { iconNameOf, markupOf } from '@marquee/app/icon'

/** The icon of a tile as the visitors' app draws it. */
export function AppIcon({ icon, navigator, size = 20 }: { icon?: unknown; navigator?: unknown; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of the icon library
      dangerouslySetInnerHTML={{ __html: markupOf(iconNameOf(icon, navigator)) }}
    />
  )
}
