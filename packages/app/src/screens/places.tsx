/** @jsxImportSource preact */
import { useApp } from '../app-context.ts'
import { listAll } from '../data/stored-query.ts'
import { PlaceList } from '../maps/place-list.tsx'

/** All places, on whichever map they are. */
export function PlacesScreen() {
  const { data, locale, t } = useApp()
  return (
    <div class="mq-content">
      <h1 class="mq-title">{t.places}</h1>
      <PlaceList places={listAll(data, 'place', locale)} />
    </div>
  )
}
