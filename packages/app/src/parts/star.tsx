/** @jsxImportSource preact */
import { useApp } from '../app-context.ts'
import { Icon } from './icon.tsx'

/** Puts a session into the visitor's plan. Invisible where nothing can be kept, but its room stays. */
export function Star({ id, title }: { id: string; title: string }) {
  const { visitor, t } = useApp()
  const isStarred = visitor?.favorites.has(id) ?? false
  return (
    <button
      type="button"
      class="mq-star"
      disabled={!visitor}
      aria-pressed={isStarred}
      aria-label={`${isStarred ? t.unstar : t.star}: ${title}`}
      onClick={() => visitor?.toggleFavorite(id)}
    >
      <Icon name={isStarred ? 'star-filled' : 'star'} size={22} />
    </button>
  )
}
