import type { View } from '@marquee/model'
import { choice, day, dayOrInstant, integer, type Param, text } from '../params.ts'
import { localeParam } from './kind-route-parts.ts'

/** The parameters of a list on Surface A. Values out of range are refused, not clamped. */
export function listParams(view: View) {
  const isPublishing = 'published_at' in view.fields
  const page = integer({ default: 50, min: 1, max: 200, description: 'How many, 1 to 200.' })
  const all: Param<number | null> = {
    ...page,
    default: null,
    description: 'How many, 1 to 200; all of them when absent.',
  }
  const limit: Param<number | null> = 'coordinates' in view.fields ? all : page
  return {
    status: choice(['draft', 'published', 'all'], {
      default: isPublishing ? 'all' : 'published',
      description: 'Drafts, published ones, or all.',
    }),
    limit,
    offset: integer({ default: 0, min: 0, description: 'How many to skip.' }),
    reference: text('Only the one with this reference.', 200),
    locale: localeParam,
    ...('categoryIds' in view.kind.fields && {
      category: text(
        'category' in view.fields
          ? 'Only those with this category identifier.'
          : `Only ${view.plural} in the category with this identifier, which is its \`key\` on Surface B.`,
        200,
      ),
    }),
    ...('place_id' in view.fields && { place_id: text(`Only ${view.plural} at the place with this id.`, 24) }),
    ...(view.kind.dayField && {
      from: dayOrInstant('Starting at or after this date-time, or from this date on.'),
      to: dayOrInstant('Ending at or before this date-time, or up to the end of this date.'),
      day: day('On this day of the broadcast.'),
    }),
  }
}
