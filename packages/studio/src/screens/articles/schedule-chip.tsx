import { Badge } from '@mantine/core'
import { IconCalendarTime, IconCheck, IconPencil } from '@tabler/icons-react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { type ArticleState, scheduleOf } from './schedule.ts'
import { texts } from './texts.ts'

interface Props {
  article: { status?: unknown; publishedAt?: unknown }
  /** Hides the date where there is little room. */
  isShort?: boolean
}

/** The status of an article, with its date in the zone of the broadcast. */
export function ScheduleChip({ article, isShort = false }: Props) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const { state, at } = scheduleOf(article, Date.now())
  const when = at === null ? '' : formatInstant(at, timezone, language)
  const Icon = icons[state]
  const isOut = state === 'scheduled' || state === 'published'
  const words = {
    draft: t.chips.draft,
    planned: t.chips.planned(when),
    scheduled: t.chips.scheduled(when),
    published: at === null ? t.chips.publishedSometime : t.chips.published(when),
  }
  const short = {
    draft: words.draft,
    planned: words.draft,
    scheduled: t.chips.scheduledSometime,
    published: t.chips.publishedSometime,
  }
  return (
    <Badge
      className="article-chip"
      variant={isOut ? 'light' : 'outline'}
      color={colors[state]}
      radius="sm"
      tt="none"
      fw={600}
      leftSection={<Icon size={13} aria-hidden />}
      data-draft={!isOut || undefined}
    >
      {isShort ? short[state] : words[state]}
    </Badge>
  )
}

const colors: Record<ArticleState, string> = { draft: 'gray', planned: 'gray', scheduled: 'blue', published: 'green' }
const icons = { draft: IconPencil, planned: IconPencil, scheduled: IconCalendarTime, published: IconCheck }
