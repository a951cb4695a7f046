import { useBroadcast } from '../../data/broadcasts.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { cronInWords, intervalInWords, type Trigger } from './graph/trigger-words.ts'
import { texts } from './texts.ts'

/** The trigger of a workflow, on one line. */
export function useTriggerWords(): (trigger: Trigger) => string {
  const { triggers } = useTexts(texts)
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  return ({ type, everySeconds, cron, timezone: own, at }) => {
    if (type === 'interval' && everySeconds !== undefined) return intervalInWords(everySeconds, language)
    if (type === 'schedule' && cron !== undefined) {
      return `${cronInWords(cron, language)}${own !== undefined && own !== timezone ? ` (${own})` : ''}`
    }
    if (type === 'once' && at !== undefined) return `${triggers.once}: ${formatInstant(at, timezone, language)}`
    return triggers[type]
  }
}
