import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconCalendarEvent, IconLayoutList, IconPlus, IconTable } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { broadcastSession as declaration } from '../../kinds/declared/broadcast-session.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useGo, useRecordParam, useSearchValues } from '../../ui/navigation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { dayOf } from '../../ui/zoned.ts'
import { RecordPanel } from '../panel/record-panel.tsx'
import { useProblems } from '../problems/use-problems.ts'
import { ClashNotice } from './clash-notice.tsx'
import { noPlace } from './columns.ts'
import { DayView } from './day-view.tsx'
import { firstDay } from './days.ts'
import { timeAt } from './moves.ts'
import { ProblemButton, ProblemPanel } from './problem-panel.tsx'
import { SessionTable } from './session-table.tsx'
import { texts } from './texts.ts'
import { useProgramme } from './use-programme.ts'
import './programme.css'

const fields = ['title', 'status', 'time', 'interestPointId', 'hostIds', 'categoryIds', 'description', 'media']
const rareFields = ['blocks', 'color', 'broadcastMapId', 'defaultLocale', '_reference', 'metadata']

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

  const today = dayOf(new Date().toISOString(), zone, dayStart)
  const ownDay = recordId === undefined ? undefined : dayById.get(recordId)
  const day = textIn(values.day) ?? ownDay ?? firstDay(days, today)

  const open = useCallback(
    (id: string) => void go('programme', id, { search: { ...values, day: dayById.get(id) ?? day } }),
    [go, values, dayById, day],
  )
  const close = () => {
    const { start: _start, end: _end, at: _at, ...rest } = values
    void go('programme', undefined, { search: { ...rest, day } })
  }
  const create = useCallback(
    (start?: string, end?: string, at?: string) => {
      const given = { start: start ?? `${day}T12:00:00`, end, at }
      void go('programme', 'new', { search: withoutEmpty({ ...values, day, ...given }) })
    },
    [go, values, day],
  )
  useHotkeys([['n', () => canWrite && create()]])

  const newName = `${textIn(values.start) ?? ''} ${textIn(values.at) ?? ''}`
  const button = canWrite && (
    <Button className="programme-new" leftSection={<IconPlus size={18} />} onClick={() => create()}>
      {words.create}
    </Button>
  )
  const isEmpty = !isPending && !error && programme.sessions.length === 0
  return (
    <div className="programme" data-fills={(view === 'grid' && !isPhone && !isEmpty) || undefined}>
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
      {isEmpty && (
        <EmptyState icon={IconCalendarEvent} title={words.emptyTitle} hint={words.emptyHint} action={button} />
      )}
      {isPending && !error && <Waiting />}
      {!isPending && !isEmpty && (
        <div className="programme-body">
          {view === 'list' ? (
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
            initial={initialOf(values, zone)}
            newName={newName}
            onClose={close}
            onCreated={(id) => void go('programme', id, { search: { ...values, day }, replace: true })}
          >
            <ClashNotice programme={programme} sessionId={recordId} />
          </RecordPanel>
        </div>
      )}
      {isEmpty && recordId === 'new' && (
        <RecordPanel
          declaration={declaration}
          fields={fields}
          rareFields={rareFields}
          recordId={recordId}
          initial={initialOf(values, zone)}
          newName={newName}
          onClose={close}
          onCreated={(id) => void go('programme', id, { replace: true })}
        />
      )}
      <ProblemPanel isOpen={isProblemsOpen} problems={problems} onClose={() => setProblemsOpen(false)} />
    </div>
  )
}

type View = 'grid' | 'list'

/** The chosen view is stored in the browser. */
function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (localStorage.getItem(viewKey) === 'list' ? 'list' : 'grid'))
  const change = (next: View) => {
    localStorage.setItem(viewKey, next)
    setView(next)
  }
  return [view, change]
}

const viewKey = 'marquee:programme:view'

interface SwitchProps {
  view: View
  onChange: (view: View) => void
  labels: { label: string; grid: string; list: string }
}

function ViewSwitch({ view, onChange, labels }: SwitchProps) {
  const option = (value: View, Icon: typeof IconTable) => ({
    value,
    label: (
      <span className="view-option">
        <Icon size={17} aria-hidden />
        {labels[value]}
      </span>
    ),
  })
  return (
    <SegmentedControl
      aria-label={labels.label}
      value={view}
      onChange={(next) => onChange(next === 'list' ? 'list' : 'grid')}
      data={[option('grid', IconTable), option('list', IconLayoutList)]}
    />
  )
}

/** A new session starts with the time and place of the click. */
function initialOf(values: Record<string, unknown>, zone: string): Record<string, unknown> {
  const [start, end, at] = [textIn(values.start), textIn(values.end), textIn(values.at)]
  const lengthMs = start && end ? Date.parse(`${end}Z`) - Date.parse(`${start}Z`) : 3_600_000
  return {
    ...(start && !Number.isNaN(Date.parse(`${start}Z`)) && { time: timeAt(start, lengthMs || 3_600_000, zone) }),
    ...(at && at !== noPlace && { interestPointId: at }),
  }
}

const textIn = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
const withoutEmpty = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

function Waiting() {
  const common = useCommon()
  return (
    <div role="status" aria-label={common.loading}>
      <Skeleton h={44} mb="sm" radius="md" />
      <Skeleton h="calc(100dvh - 260px)" radius="lg" />
    </div>
  )
}
