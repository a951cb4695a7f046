import { Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendarOff,
  IconDatabase,
  IconEyeOff,
  IconHourglassEmpty,
  IconMapPinOff,
  IconPencil,
  IconRouteX,
  IconWebhookOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useKindLabel } from '../../kinds/labels.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { dateFormats, formatInstant } from '../../ui/zoned.ts'
import type { Problem } from './problems.ts'
import './problems.css'
import { texts } from './texts.ts'

interface Props {
  problems: Problem[]
  onGo?: () => void
}

/** Problems in words, each with a link to the record or setting that mends it. */
export function ProblemList({ problems, onGo }: Props) {
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const sentence = useSentence()
  return (
    <ul className="problem-list">
      {problems.map((problem) => {
        const Icon = icons[problem.type]
        return (
          <li key={problem.id}>
            <ScreenLink {...problem.target} className="problem" onClick={onGo}>
              <Icon size={18} aria-hidden />
              <span className="problem-words">{sentence(problem)}</span>
              {problem.type === 'runFailed' && problem.at && (
                <Text span size="xs" c="dimmed" className="tabular">
                  {formatInstant(problem.at, timezone, language, dateFormats.compact)}
                </Text>
              )}
            </ScreenLink>
            {'records' in problem &&
              problem.records.slice(0, 3).map(({ id, name, target }) => (
                <ScreenLink key={id} {...target} className="problem" data-detail onClick={onGo}>
                  <span className="problem-words">{name || common.untitled}</span>
                </ScreenLink>
              ))}
          </li>
        )
      })}
    </ul>
  )
}

function useSentence(): (problem: Problem) => string {
  const t = useTexts(texts)
  const common = useCommon()
  const kindLabel = useKindLabel()
  return (problem) => {
    switch (problem.type) {
      case 'conflict':
        return problem.message
      case 'draftInUse':
        return t.draftInUse(problem.name || common.untitled, problem.used)
      case 'noTime':
      case 'noPlace':
      case 'late':
        return t[problem.type](problem.count)
      case 'webhookFailing':
      case 'webhookOff':
        return t[problem.type](problem.host)
      case 'runFailed':
        return t.runFailed(problem.name ?? t.aWorkflow, problem.count)
      case 'quota':
        return t.quota(kindLabel(problem.kind, 'many'), problem.used, problem.limit)
      case 'private':
        return t.private
    }
  }
}

const icons: Record<Problem['type'], TablerIcon> = {
  conflict: IconAlertTriangle,
  draftInUse: IconPencil,
  noTime: IconCalendarOff,
  noPlace: IconMapPinOff,
  late: IconHourglassEmpty,
  webhookFailing: IconWebhookOff,
  webhookOff: IconWebhookOff,
  runFailed: IconRouteX,
  quota: IconDatabase,
  private: IconEyeOff,
}
