/** @jsxImportSource preact */
import { useApp } from '../app-context.ts'
import { numberOr, objectsIn, type Shown, textOr } from '../data/shown.ts'
import { destinationOf } from '../destination.ts'
import { isColor } from '../look/color.ts'
import { classes, classOf } from '../look/rules.ts'
import { DestinationLink } from '../parts/link.tsx'
import { mediaOf, Picture } from '../parts/picture.tsx'

/** Pictures: one, a carousel, or a grid. */
export function MediaBlock({ block }: { block: Shown }) {
  const { isPreview, t } = useApp()
  const entries = objectsIn(block.values).filter((entry) => isPreview || entry.media)
  if (entries.length === 0) return isPreview ? <p class="mq-stub">{t.empty.media}</p> : null
  const format =
    block.format === 'grid' || block.format === 'list' ? block.format : entries.length > 1 ? 'carousel' : 'list'
  return (
    <ul class="mq-list" data-format={format} data-media>
      {entries.map((entry, index) => (
        <li key={index}>
          <MediaEntry entry={entry} ratio={numberOr(block.ratio, 1.6)} height={numberOr(block.height, 0)} />
        </li>
      ))}
    </ul>
  )
}

function MediaEntry({ entry, ratio, height }: { entry: Shown; ratio: number; height: number }) {
  const app = useApp()
  const destination = destinationOf(entry.navigator)
  const caption = textOr(entry.caption)
  const frame = classOf({
    ...(height > 0 ? { height: `${height}px` } : { aspectRatio: ratio }),
    background: isColor(entry.backgroundColor) ? entry.backgroundColor : undefined,
  })
  const picture = (
    <>
      <span class={classes('mq-media-frame', frame)}>
        {entry.media ? (
          <Picture value={entry.media} fit={entry.fit} isDecorative={destination !== undefined && caption !== ''} />
        ) : (
          <span class="mq-quiet">{app.t.empty.media}</span>
        )}
      </span>
      {caption !== '' && <span class="mq-caption">{caption}</span>}
    </>
  )
  if (!destination) return <figure class="mq-media">{picture}</figure>
  const name = caption || mediaOf(app, entry.media)?.alt || app.t.picture
  return (
    <DestinationLink to={destination} class="mq-media" label={name}>
      {picture}
    </DestinationLink>
  )
}
