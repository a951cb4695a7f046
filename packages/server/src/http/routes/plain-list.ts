import type { View } from '@marquee/model'
import { choice, day, dayOrInstant, integer, type Param, text } from '../params.ts'

/** The parameters of a list on Surface A. Out of range is refused, not clamped. */
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
    offset: integer({ default: 0, min: 0, description: 'How many to pass over.' }),
    reference: text('Only the one with this reference.', 200),
    ...('category' in view.fields && { category: text('Only those with this category identifier.', 200) }),
    ...(view.kind.dayField && {
      from: dayOrInstant('Starting at or after this date-time, or from this date on.'),
      to: dayOrInstant('Ending at or before this date-time, or up to the end of this date.'),
      day: day('On this day, as the broadcast counts its days.'),
    }),
  }
}
