import { Button, Group, Select, Text } from '@mantine/core'
import { allKinds } from '@marquee/model'
import { IconHistory, IconX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useActorNames } from '../../../data/actor-names.ts'
import { idOfActor } from '../../../data/actors.ts'
import type { Change } from '../../../data/api.ts'
import { useRecentChanges } from '../../../data/recent-changes.ts'
import { useKindLabel } from '../../../kinds/labels.ts'
import { useTexts } from '../../../texts/language.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useSearchValues } from '../../../ui/navigation.tsx'
import { ProblemNotice } from '../../../ui/problem-notice.tsx'
import { Rows } from '../../../ui/rows.tsx'
import { Panel } from '../panel.tsx'
import { texts as shared } from '../texts.ts'
import { AccessLog } from './access-log.tsx'
import { ChangeRow } from './change-row.tsx'
import { texts } from './texts.ts'

/** The change log, with restore. The filters are in the URL: ?kind=font&who=key:123&record=456 */
export default function AuditTab() {
  const t = useTexts(texts)
  const { more } = useTexts(shared)
  const kindLabel = useKindLabel()
  const actorName = useActorNames()
  const [values, change] = useSearchValues()
  const { changes, ...log } = useRecentChanges(100)
  const shown = changes.filter(
    ({ kind, id, actor }) =>
      (values.kind === undefined || values.kind === kind) &&
      (values.who === undefined || values.who === keyOf(actor)) &&
      (values.record === undefined || values.record === id),
  )
  const actors = useMemo(() => new Map(changes.map(({ actor }) => [keyOf(actor), actor])), [changes])
  return (
    <>
      <Panel title={t.title} about={t.about}>
        <Group mb="md" gap="sm">
          <Select
            aria-label={t.kind}
            placeholder={t.anyKind}
            clearable
            searchable
            value={asText(values.kind)}
            onChange={(kind) => change({ kind: kind ?? undefined })}
            data={loggedKinds.map((kind) => ({ value: kind, label: kindLabel(kind) }))}
          />
          <Select
            aria-label={t.who}
            placeholder={t.anybody}
            clearable
            value={asText(values.who)}
            onChange={(who) => change({ who: who ?? undefined })}
            data={[...actors].map(([value, actor]) => ({ value, label: actorName(actor) }))}
          />
          {values.record !== undefined && (
            <Button
              variant="light"
              rightSection={<IconX size={15} />}
              onClick={() => change({ record: undefined, kind: undefined })}
            >
              {t.clear}
            </Button>
          )}
        </Group>
        {log.error && <ProblemNotice error={log.error} onRetry={() => void log.refetch()} />}
        {log.isPending && <Rows count={6} />}
        {log.data && changes.length === 0 && <EmptyState icon={IconHistory} title={t.empty} hint={t.emptyHint} />}
        {changes.length > 0 && shown.length === 0 && <Text c="dimmed">{t.notFound}</Text>}
        {shown.length > 0 && (
          <ul className="surface list-rows">
            {shown.map((one) => (
              <ChangeRow
                key={one.sequence}
                change={one}
                onlyRecord={values.record === undefined ? () => change({ record: one.id, kind: one.kind }) : undefined}
              />
            ))}
          </ul>
        )}
        {log.hasNextPage ? (
          <Button variant="default" mt="sm" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {more}
          </Button>
        ) : (
          changes.length > 0 && (
            <Text size="sm" c="dimmed" mt="sm">
              {t.forgotten}
            </Text>
          )
        )}
      </Panel>
      <AccessLog />
    </>
  )
}

const loggedKinds = allKinds.filter(({ logging }) => logging === 'logged').map(({ name }) => name)
const keyOf = (actor: Change['actor']) => `${actor.type}:${idOfActor(actor)}`
const asText = (value: unknown) => (typeof value === 'string' ? value : null)
