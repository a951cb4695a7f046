import { Badge, Checkbox, Group, Image, Text } from '@mantine/core'
import { IconArticle, IconLock } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { RecordFor } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { readDraft } from '../../../data/draft-store.ts'
import { usePerson } from '../../../data/session.ts'
import { mediaUrlOf } from '../../../fields/media-value.ts'
import { nameOf } from '../../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { ScreenLink } from '../../../ui/navigation.tsx'
import { formatInstant } from '../../../ui/zoned.ts'
import { ScheduleChip } from '../schedule-chip.tsx'
import { excerptOf, formatOf, plainText } from '../text/plain-text.ts'
import { texts } from '../texts.ts'
import { CoverageMarks } from './coverage-marks.tsx'

interface Props {
  record: RecordFor<'broadcastArticle'>
  isSelected: boolean
  onSelect?: (() => void) | undefined
}

/** One article in the list: its cover, its text, and its publication date. */
export function ArticleRow({ record, isSelected, onSelect }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { id: broadcastId, timezone } = useBroadcast()
  const person = usePerson()
  const title = nameOf('broadcastArticle', record, language) || common.untitled
  const cover = record.coverImageUrl ?? mediaUrlOf(record.media)
  const excerpt = useMemo(() => excerptOfRecord(record, language), [record, language])
  const place = { personId: person.id, broadcastId, kind: 'broadcastArticle', recordId: record._id }
  return (
    <li className="article-row" data-selected={isSelected || undefined}>
      {onSelect && <Checkbox aria-label={t.select(title)} checked={isSelected} onChange={onSelect} />}
      <div className="article-cover">
        {cover ? (
          <Image src={cover} alt="" w="100%" h="100%" fit="cover" loading="lazy" />
        ) : (
          <IconArticle size={26} stroke={1.4} aria-hidden />
        )}
      </div>
      <div className="article-words">
        <ScreenLink screen="articles" recordId={record._id} className="article-link">
          {title}
        </ScreenLink>
        {excerpt !== '' && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {excerpt}
          </Text>
        )}
        <Group gap="xs" mt={6} className="article-facts">
          <ScheduleChip article={record} />
          <CoverageMarks article={record} />
          {record.isPrivate && (
            <Badge size="sm" variant="light" color="gray" tt="none" leftSection={<IconLock size={12} />}>
              {t.private}
            </Badge>
          )}
          {readDraft(place) && (
            <Badge size="sm" variant="light" color="yellow" tt="none">
              {t.unsaved}
            </Badge>
          )}
          <Text size="xs" c="dimmed" className="tabular">
            {t.changed(formatInstant(record._updatedAt, timezone, language))}
          </Text>
        </Group>
      </div>
    </li>
  )
}

function excerptOfRecord(record: RecordFor<'broadcastArticle'>, language: string): string {
  const local = Object(Object(record.localeDetails)[language]).content
  const content = typeof local === 'string' && local !== '' ? local : (record.content ?? '')
  // Only an excerpt is shown, so only the beginning is parsed.
  return excerptOf(plainText(content.slice(0, 4_000), formatOf(content, record.contentFormat)))
}
