/** @jsxImportSource preact */
import { useApp, useWords } from '../app-context.ts'
import { Blocks } from '../blocks/blocks.tsx'
import { programmeOf } from '../data/programme.ts'
import { idOf, localizedOf } from '../data/shown.ts'
import { find } from '../data/site-data.ts'
import { destinationOf } from '../destination.ts'
import { MapsLink } from '../maps/maps-link.tsx'
import { NavigatorLink } from '../parts/link.tsx'
import { MapView, sizeOf } from '../parts/map-view.tsx'
import { Picture } from '../parts/picture.tsx'
import { SessionRows } from '../parts/session-row.tsx'
import { ShareButton } from '../parts/share.tsx'
import { RichText } from '../rich/rich-text.tsx'
import type { RecordProps } from './record.ts'

/** A place: where it is, and its sessions. */
export function PlaceScreen({ record }: RecordProps) {
  const { data, locale, nowMs, t } = useApp()
  const words = useWords()
  const id = idOf(record)
  const slots = programmeOf(data).slots.filter(({ placeId, endMs }) => placeId === id && endMs > nowMs - keptMs)
  const [title, text] = [words(record, 'title'), words(record, 'description')]
  const map = find(data, 'map', record.mapId)
  return (
    <>
      <Picture value={record.media} class="mq-cover" isDecorative isFirst />
      <div class="mq-content mq-narrow">
        <h1 class="mq-title">{title}</h1>
        {text !== '' && <RichText text={text} />}
        <Blocks blocks={localizedOf(record, 'blocks', locale)} />
        {destinationOf(record.navigator) && (
          <NavigatorLink navigator={record.navigator} class="mq-button mq-button-outlined">
            {t.more}
          </NavigatorLink>
        )}
        {map && sizeOf(map) && (
          <section class="mq-block">
            <h2 class="mq-heading">{t.onMap}</h2>
            <MapView mapId={idOf(map)} placeId={id} isLink />
          </section>
        )}
        <MapsLink place={record} />
        {slots.length > 0 && (
          <section class="mq-block">
            <h2 class="mq-heading">{t.sessionsAt}</h2>
            <SessionRows slots={slots} withDay />
          </section>
        )}
        <ShareButton title={title} />
      </div>
    </>
  )
}

/** Past sessions stay for a day. */
const keptMs = 24 * 3_600_000
