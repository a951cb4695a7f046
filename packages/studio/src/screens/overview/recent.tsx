import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { useActorNames } from '../../data/actor-names.ts'
import type { Change } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useRecentChanges } from '../../data/recent-changes.ts'
import { useKindLabel } from '../../kinds/labels.ts'
import { placeOf } from '../../kinds/places.ts'
import { hasNames, nameOfChange } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { ScreenLink } from '../../ui/navigation.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Card } from './card.tsx'
import { useNow } from './clock.ts'
import { agoOf, type News, newsOf } from './news.ts'
import { texts } from './texts.ts'

const shown = 8

/** The latest changes, updated live. */
export function Recent() {
  const t = useTexts(texts)
  const { isOwner } = useBroadcast()
  const { changes, data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useRecentChanges(60)
  const news = newsOf(changes).slice(0, shown)
  const nowMs = useNow(20_000)
  return (
    <Card
      title={t.changes}
      aside={
        isOwner && (
          <ScreenLink screen="developers" recordId="audit" className="overview-more">
            {t.seeAll}
          </ScreenLink>
        )
      }
    >
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={180} radius="md" />}
      {data && news.length === 0 && (
        <Text c="dimmed" size="sm">
          {t.noChanges}
        </Text>
      )}
      <ul className="overview-list" aria-live="polite" aria-relevant="additions">
        {news.map((one) => (
          <NewsRow key={one.change.sequence} news={one} nowMs={nowMs} />
        ))}
      </ul>
      {news.length < 3 && hasNextPage && (
        <Button
          size="compact-sm"
          variant="subtle"
          mt="xs"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t.seeAll}
        </Button>
      )}
    </Card>
  )
}

function NewsRow({ news: { change, records }, nowMs }: { news: News<Change>; nowMs: number }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const kindLabel = useKindLabel()
  const actorName = useActorNames()
  const { kind, id, operation, actor, at } = change
  const unnamed = hasNames(kind) ? common.untitled : kindLabel(kind)
  const name = nameOfChange(change, language) || unnamed
  const place = operation === 'delete' ? undefined : placeOf(kind, id)
  const label = records > 1 ? t.many(records, kindLabel(kind, 'many')) : name
  return (
    <li className="overview-row">
      <span className="overview-name">
        {place && records === 1 ? (
          <Anchor component={ScreenLink} {...place} c="inherit" underline="hover" fw={600}>
            {label}
          </Anchor>
        ) : (
          <Text span fw={600}>
            {label}
          </Text>
        )}{' '}
        <Text span size="sm" c="dimmed">
          {t.operation[operation]} · {records === 1 && name !== kindLabel(kind) && `${kindLabel(kind)} · `}
          {actorName(actor)}
        </Text>
      </span>
      <Text span size="xs" c="dimmed" className="tabular overview-when">
        {agoOf(at, nowMs, language)}
      </Text>
    </li>
  )
}
