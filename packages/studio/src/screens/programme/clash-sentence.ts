import { useRecordsById } from '../../data/records.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { dateFormats, formatInstant } from '../../ui/zoned.ts'
import type { Clash } from './clashes.ts'
import { texts } from './texts.ts'
import type { Programme } from './use-programme.ts'

/** A clash in words. */
export function useClashSentence(programme: Programme): (clash: Clash) => string {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const hosts = useRecordsById(
    'broadcastHost',
    programme.clashes.flatMap(({ cause, causeId }) => (cause === 'host' ? [causeId] : [])),
  )
  return ({ cause, causeId, first, second, startMs, endMs }) => {
    const title = (id: string) => {
      const session = programme.byId.get(id)
      return session ? programme.nameOf(session) : common.untitled
    }
    const at = (ms: number, options: Intl.DateTimeFormatOptions) =>
      formatInstant(new Date(ms).toISOString(), programme.zone, language, options)
    const day = at(startMs, dateFormats.dayWeekday)
    const when = `${day}, ${at(startMs, dateFormats.clock)}–${at(endMs, dateFormats.clock)}`
    if (cause === 'place') {
      return t.clashes.place(title(first), title(second), programme.placeNames.get(causeId) ?? common.untitled, when)
    }
    const host = hosts.get(causeId)
    return t.clashes.host(title(first), title(second), host ? nameOf('broadcastHost', host, language) : '…', when)
  }
}
