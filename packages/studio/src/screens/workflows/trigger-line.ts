import { useBroadcast } from '../../data/broadcasts.tsx'
import { useKindLabel } from '../../kinds/labels.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { cronInWords, intervalInWords, type Trigger } from './graph/trigger-words.ts'
import { texts } from './texts.ts'

/** The trigger of a workflow, on one line. */
export function useTriggerWords(): (trigger: Trigger) => string {
  const { triggers, operations: names } = useTexts(texts)
  const kindLabel = useKindLabel()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  return ({ type, everySeconds, cron, timezone: own, at, kind, operations = [] }) => {
    if (type === 'interval' && everySeconds !== undefined) return intervalInWords(everySeconds, language)
    if (type === 'schedule' && cron !== undefined) {
      return `${cronInWords(cron, language)}${own !== undefined && own !== timezone ? ` (${own})` : ''}`
    }
    if (type === 'once' && at !== undefined) return `${triggers.once}: ${formatInstant(at, timezone, language)}`
    if (type === 'change' && kind !== undefined)
      return `${kindLabel(kind, 'many')}: ${operations.map((one) => names[one]).join(', ')}`
    return triggers[type]
  }
}
