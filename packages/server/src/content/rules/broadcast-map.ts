import { invalid } from '@marquee/model'
import { hasPlacesBetweenPixels } from '../../store/records/maps.ts'
import type { Rule } from './rule.ts'

/** Positions on an image map are whole pixels. Nothing is rounded: degrees rounded to pixels would be arbitrary positions. */
export const mapRule: Rule = {
  async prepare({ writing, before, after }) {
    const isDrawnNow = before?.type === 'geo' && after.type === 'image'
    if (isDrawnNow && (await hasPlacesBetweenPixels(writing.tx, writing.broadcastId, after._id)))
      throw invalid(
        '/type',
        'positions_not_whole',
        'cannot be image while places on this map have positions that are not whole numbers; change those positions first',
      )
    return after
  },
}
