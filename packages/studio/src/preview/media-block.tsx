import { useTexts } from '../texts/language.tsx'
import { useApp } from './app-context.ts'
import { isColor } from './color.ts'
import { destinationOf } from './destination.ts'
import { Picture } from './picture.tsx'
import css from './preview.module.css'
import { texts } from './texts.ts'
import { numberOr, objectsIn, type Shown, textOr } from './words.ts'

/** Pictures: one, a carousel, or a grid. */
export function MediaBlock({ block }: { block: Shown }) {
  const t = useTexts(texts)
  const entries = objectsIn(block.values)
  if (entries.length === 0) return <p className={css.stub}>{t.empty.media}</p>
  const ratio = numberOr(block.ratio, 1.6)
  const height = numberOr(block.height, 0)
  const format =
    block.format === 'grid' || block.format === 'list' ? block.format : entries.length > 1 ? 'carousel' : 'list'
  return (
    <ul className={css.list} data-format={format} data-media>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pictures are identified by position
        <li key={index}>
          <MediaEntry entry={entry} ratio={ratio} height={height} />
        </li>
      ))}
    </ul>
  )
}

function MediaEntry({ entry, ratio, height }: { entry: Shown; ratio: number; height: number }) {
  const t = useTexts(texts)
  const { open } = useApp()
  const destination = destinationOf(entry.navigator)
  const caption = textOr(entry.caption)
  const picture = (
    <>
      <span
        className={css.mediaFrame}
        style={{
          ...(height > 0 ? { height } : { aspectRatio: String(ratio) }),
          ...(isColor(entry.backgroundColor) && { background: entry.backgroundColor }),
        }}
      >
        {entry.media ? (
          <Picture value={entry.media} fit={entry.fit} />
        ) : (
          <span className={css.quiet}>{t.empty.media}</span>
        )}
      </span>
      {caption !== '' && <span className={css.caption}>{caption}</span>}
    </>
  )
  if (!destination) return <span className={css.mediaEntry}>{picture}</span>
  const name = caption || textOr(Object(entry.media).alt, t.picture)
  return (
    <button type="button" className={css.mediaEntry} aria-label={name} onClick={() => open(destination)}>
      {picture}
    </button>
  )
}
