import { Button, Text } from '@mantine/core'
import type { Actor } from '@marquee/model'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useActorNames } from '../../../data/actor-names.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useLanguage, useTexts } from '../../../texts/language.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { formatInstant } from '../../../ui/zoned.ts'
import { Panel } from '../panel.tsx'
import { texts as shared } from '../texts.ts'
import { texts } from './texts.ts'

const pageSize = 20

/** The audit log of keys, members, webhooks and the broadcast itself. */
export function AccessLog() {
  const t = useTexts(texts)
  const { more } = useTexts(shared)
  const { language } = useLanguage()
  const { api, id, timezone } = useBroadcast()
  const actorName = useActorNames()
  const log = useInfiniteQuery({
    queryKey: ['broadcast', id, 'audit'],
    queryFn: ({ pageParam, signal }) =>
      api.sdk.audit({ limit: pageSize, ...(pageParam !== undefined && { before: pageParam }) }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    staleTime: 0,
  })
  const actions: Record<string, string> = t.action
  return (
    <Panel title={t.accessTitle} about={t.accessAbout}>
      {log.error && <ProblemNotice error={log.error} onRetry={() => void log.refetch()} />}
      {log.isPending && <Rows count={3} />}
      {log.data && (
        <ul className="surface list-rows">
          {log.data.pages.flat().map(({ id: entryId, action, actor, details, at }) => (
            <li key={entryId} className="list-row">
              <div className="list-row-main">
                <Text fw={600}>{actions[action] ?? action}</Text>
                <Text size="sm" c="dimmed" lineClamp={2}>
                  {wordsFor(details)}
                </Text>
              </div>
              <Text size="sm" c="dimmed" className="tabular">
                {actorName(actor as Actor)} · {formatInstant(at, timezone, language)}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {log.hasNextPage && (
        <Button variant="default" mt="sm" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {more}
        </Button>
      )}
    </Panel>
  )
}

/** `{"name":"Website","scopes":["read"]}` -> `name: Website · scopes: read` */
const wordsFor = (details: Record<string, unknown>) =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? Object.values(Object(value)).join(', ') : value}`)
    .join(' · ')
