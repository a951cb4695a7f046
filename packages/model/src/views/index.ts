import { articleView } from './article.ts'
import { eventView } from './event.ts'
import { placeView } from './place.ts'
import type { View } from './view.ts'

export const views: View[] = [eventView, placeView, articleView]

/** The Surface A view of a kind, if it has one. */
export function viewOf(kindName: string): View | undefined {
  return views.find(({ kind }) => kind.name === kindName)
}
