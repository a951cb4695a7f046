import { Button, Group, Text, Title } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowRight,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleX,
  IconExternalLink,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useAllRecords, useRecord } from '../../data/records.ts'
import { siteAddress } from '../../kinds/site-address.ts'
import { useTexts } from '../../texts/language.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { ScreenLink, useGo } from '../../ui/navigation.tsx'
import { hiddenBecause } from '../kinds/parts/channel/visibility.ts'
import { contentText, countsOf, outcomeText } from './counted.ts'
import { FollowButton } from './follow-button.tsx'
import { type Import, useRunImport } from './imports.ts'
import { texts } from './texts.ts'

/** How an import ended, and where to go from here. */
export function Result({ record }: { record: Import }) {
  const t = useTexts(texts)
  if (record.status === 'applied')
    return (
      <Ended
        icon={<IconCircleCheckFilled size={40} color="var(--mantine-color-green-7)" />}
        title={contentText(record, t)}
      >
        <Text c="dimmed">{outcomeText(record, t)}</Text>
        {record.rules.status === 'draft' && record.counts.created > 0 && <Text size="sm">{t.appliedDraft}</Text>}
        <NextSteps record={record} />
      </Ended>
    )
  if (record.status === 'undone')
    return (
      <Ended icon={<IconArrowBackUp size={40} />} title={t.undone}>
        <Text c="dimmed">{t.undoneHint}</Text>
        <StartAgain />
      </Ended>
    )
  if (record.status === 'failed')
    return (
      <Ended icon={<IconCircleX size={40} color="var(--mantine-color-red-7)" />} title={t.failedTitle}>
        {record.reason && <Text>{record.reason}</Text>}
        <Text c="dimmed">{t.failedHint}</Text>
        <StartAgain />
      </Ended>
    )
  return (
    <Ended icon={<IconCircleDashed size={40} />} title={t.discarded}>
      <Text c="dimmed">{t.discardedHint}</Text>
      <StartAgain />
    </Ended>
  )
}

function Ended({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="surface import-card import-ended" role="status">
      {icon}
      <div>
        <Title order={2} fz="xl" mb={4}>
          {title}
        </Title>
        {children}
      </div>
    </section>
  )
}

function StartAgain() {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const go = useGo()
  if (!canWrite) return null
  return (
    <Button mt="md" variant="default" onClick={() => void go('import')}>
      {t.startAgain}
    </Button>
  )
}

function NextSteps({ record }: { record: Import }) {
  const t = useTexts(texts)
  const go = useGo()
  const site = useSite()
  const [screen, label] = placeOf(record, t)
  return (
    <>
      <Group mt="md" gap="xs">
        <Button rightSection={<IconArrowRight size={18} />} onClick={() => void go(screen)}>
          {label}
        </Button>
        {site.address && (
          <Button
            component="a"
            href={site.address}
            target="_blank"
            rel="noreferrer"
            variant="default"
            leftSection={<IconExternalLink size={18} />}
          >
            {t.seeSite}
          </Button>
        )}
        <FollowButton record={record} />
        <UndoButton record={record} />
      </Group>
      {site.isHidden && (
        <ScreenLink screen="" exact className="import-hint">
          {t.siteHidden}
        </ScreenLink>
      )}
    </>
  )
}

/** Only the last import of a source can be undone. */
function UndoButton({ record }: { record: Import }) {
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const confirm = useConfirm()
  const run = useRunImport(record._id)
  const { data } = useRecord('importSource', record.sourceId ?? undefined)
  if (!canWrite || data?.record.lastImportId !== record._id) return null
  const undo = async () => {
    if (await confirm({ title: t.undoTitle, message: t.undoAbout, action: t.undo, isDangerous: true }))
      run.mutate('undo')
  }
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconArrowBackUp size={18} />}
        loading={run.isPending}
        onClick={() => void undo()}
      >
        {t.undo}
      </Button>
      {run.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {run.error.message}
        </Text>
      )}
    </>
  )
}

function placeOf(record: Import, t: (typeof texts)['en']): [screen: string, label: string] {
  const has = (kind: string) => {
    const { created = 0, changed = 0, unchanged = 0 } = countsOf(record, kind) ?? {}
    return created + changed + unchanged > 0
  }
  if (has('broadcastSession')) return ['programme', t.seeProgramme]
  if (has('broadcastArticle')) return ['articles', t.seeArticles]
  if (has('broadcastInterestPoint')) return ['map', t.seeMap]
  return has('broadcastHost') ? ['hosts', t.seeHosts] : ['programme', t.seeProgramme]
}

/** The address of the site, if visitors can open it. */
function useSite(): { address?: string | undefined; isHidden: boolean } {
  const { record } = useBroadcast()
  const { records, isPending } = useAllRecords('broadcastDiffuser', {
    filters: [{ type: 'web' }],
    sort: { _id: 'asc' },
  })
  const channel = records.find((one) => siteAddress(one) !== undefined && !hiddenBecause(record, one))
  return { address: channel && siteAddress(channel), isHidden: !isPending && channel === undefined }
}
