import { Button, Group, Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarEvent, IconPlus, IconTableImport } from '@tabler/icons-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { broadcastSession as declaration } from '../../kinds/declared/broadcast-session.ts'
import { importKind } from '../../kinds/declared/import.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useGo, useRecordParam, useSearchValues } from '../../ui/navigation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { dayOf } from '../../ui/zoned.ts'
import { RecordPanel } from '../panel/record-panel.tsx'
import { useProblems } from '../problems/use-problems.ts'
import { ClashNotice } from './clash-notice.tsx'
import { DayView } from './day-view.tsx'
import { firstDay } from './days.ts'
import { initialSession, useNewSession, withoutSlot } from './new-session.ts'
import { NewSessionNotice } from './new-session-notice.tsx'
import { ProblemButton, ProblemPanel } from './problem-panel.tsx'
import { SessionNotice } from './session-notice.tsx'
import { SessionTable } from './session-table.tsx'
import { texts } from './texts.ts'
import { useProgramme } from './use-programme.ts'
import { useView, ViewSwitch } from './view-switch.tsx'
import './programme.css'

const fields = [
  ...['title', 'subtitle', 'status', 'time', 'interestPointId', 'hostIds', 'categoryIds', 'type', 'languages'],
  ...['description', 'media'],
]
const rareFields = [
  ...['blocks', 'links', 'attachments', 'recording', 'feedbackUrl', 'color', 'broadcastMapId', 'defaultLocale'],
  ...['guid', 'source', '_reference', 'metadata'],
]

/** The programme: a day as a grid, or everything as a table, with the session in the URL beside it. */
export default function ProgrammeScreen() {
  const { language } = useLanguage()
  const t = useTexts(texts)
  const { canWrite } = useBroadcast()
  const go = useGo()
  const recordId = useRecordParam()
  const [values, change] = useSearchValues()
  const [view, setView] = useView()
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false
  const { programme, isPending, error, retry } = useProgramme()
  const problems = useProblems({ enabled: !isPending })
  const [isProblemsOpen, setProblemsOpen] = useState(false)
  const { zone, dayStart, dayById, days } = programme
  const words = declaration.texts[language]

  const fresh = useNewSession({ recordId, values, zone, dayStart })
  const today = dayOf(new Date().toISOString(), zone, dayStart)
  const ownDay = recordId === undefined ? undefined : (dayById.get(recordId) ?? fresh.day)
  const day = textIn(values.day) ?? ownDay ?? firstDay(days, today)

  const open = useCallback(
    (id: string) => void go('programme', id, { search: { ...withoutSlot(values), day: dayById.get(id) ?? day } }),
    [go, values, dayById, day],
  )
  const close = () => void go('programme', undefined, { search: { ...withoutSlot(values), day } })
  const { open: openNew } = fresh
  const create = useCallback(
    (start?: string, end?: string, at?: string) => openNew({ day, start, end, at }),
    [openNew, day],
  )
  useShortcuts([['n', () => canWrite && create()]])

  const button = canWrite && (
    <Button className="programme-new" leftSection={<IconPlus size={18} />} onClick={() => create()}>
      {words.create}
    </Button>
  )
  const isEmpty = !isPending && !error && programme.sessions.length === 0
  return (
    <div className="programme" data-fills={((view === 'grid' || isEmpty) && !isPhone) || undefined}>
      <PageHeader
        title={words.title ?? words.many}
        actions={
          <>
            <ProblemButton problems={problems} onClick={() => setProblemsOpen(true)} />
            {!isEmpty && <ViewSwitch view={view} onChange={setView} labels={t.view} />}
            {button}
          </>
        }
      />
      {error && <ProblemNotice error={error} onRetry={retry} />}
      {isPending && !error && <Waiting />}
      {!isPending && (
        <div className="programme-body">
          {isEmpty ? (
            <div className="programme-empty">
              <EmptyState
                icon={IconCalendarEvent}
                title={words.emptyTitle}
                hint={words.emptyHint}
                action={canWrite && <FirstActions createButton={button} />}
              />
            </div>
          ) : view === 'list' ? (
            <SessionTable declaration={declaration} />
          ) : (
            <DayView
              programme={programme}
              day={day}
              isPhone={isPhone}
              selectedId={recordId}
              values={values}
              change={change}
              onOpen={open}
              onCreate={create}
            />
          )}
          <RecordPanel
            declaration={declaration}
            fields={fields}
            rareFields={rareFields}
            recordId={recordId}
            initial={initialSession(values, day, zone)}
            newName={fresh.name}
            hasDraftNotice={recordId === 'new'}
            onClose={close}
            onCreated={(id, { time }) => {
              const { start } = Object(time)
              const itsDay = typeof start === 'string' ? dayOf(start, zone, dayStart) : day
              void go('programme', id, { search: { ...withoutSlot(values), day: itsDay }, replace: true })
            }}
          >
            {(draft) => (
              <>
                <ClashNotice programme={programme} sessionId={recordId} />
                <SessionNotice programme={programme} draft={draft} />
                {recordId === 'new' && (
                  <NewSessionNotice
                    programme={programme}
                    name={fresh.name}
                    isRestored={fresh.isRestored}
                    onContinue={(name) => openNew({ day: undefined, draft: name })}
                    onAfresh={() => openNew({ day, draft: `x${Date.now().toString(36)}` })}
                  />
                )}
              </>
            )}
          </RecordPanel>
        </div>
      )}
      <ProblemPanel isOpen={isProblemsOpen} problems={problems} onClose={() => setProblemsOpen(false)} />
    </div>
  )
}

/** An empty programme is filled by hand or from a file. */
function FirstActions({ createButton }: { createButton: ReactNode }) {
  const { language } = useLanguage()
  const go = useGo()
  return (
    <Group justify="center" gap="xs">
      {createButton}
      <Button variant="default" leftSection={<IconTableImport size={18} />} onClick={() => void go('import')}>
        {importKind.texts[language].create}
      </Button>
    </Group>
  )
}

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

function Waiting() {
  const common = useCommon()
  return (
    <div role="status" aria-label={common.loading}>
      <Skeleton h={44} mb="sm" radius="md" />
      <Skeleton h="calc(100dvh - 260px)" radius="lg" />
    </div>
  )
}
