import { ActionIcon, Button, Group, Menu, NumberInput, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconArrowsSort, IconCalendarPlus, IconCoffee, IconCopy, IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { batchSize } from '../../data/bulk-update.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { type Column, noPlace } from './columns.ts'
import { dayTexts } from './day-texts.ts'
import { shiftDay } from './days.ts'
import { breaksOf, copiedTo, stagesOf } from './new-sessions.ts'
import { StageOrder } from './stage-order.tsx'
import { stageTexts } from './stage-texts.ts'
import { stagesIn } from './stages.ts'
import { useCreateMany } from './use-create-many.ts'
import type { Programme } from './use-programme.ts'

interface Props {
  programme: Programme
  day: string
  columns: readonly Column[]
  onDay: (day: string) => void
}

/** What is done with a whole day: copy it, put a break into it, print it. */
export function DayTools(props: Props) {
  const isEmptyDay = !props.programme.days.some(({ day, count }) => day === props.day && count > 0)
  const t = useTexts(dayTexts)
  const { canWrite } = useBroadcast()
  const [open, setOpen] = useState<'copy' | 'break' | 'order'>()
  const close = () => setOpen(undefined)
  const { title: orderTitle } = useTexts(stageTexts)
  const { language } = useLanguage()
  const { columns, programme } = props
  const { sessions, placeNames, placeOrders } = programme
  const stages = useMemo(() => {
    const used = sessions.flatMap(({ interestPointId }) => interestPointId ?? [])
    const ids = new Set([...columns.map(({ id }) => id).filter((id) => id !== noPlace), ...used])
    return stagesIn(ids, { nameOf: (id) => placeNames.get(id) ?? '…', orders: placeOrders, language })
  }, [sessions, columns, placeNames, placeOrders, language])
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Tooltip label={t.tools}>
            <ActionIcon aria-label={t.tools}>
              <IconCalendarPlus size={18} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {canWrite && (
            <>
              <Menu.Item leftSection={<IconCopy size={17} />} disabled={isEmptyDay} onClick={() => setOpen('copy')}>
                {t.copy}
              </Menu.Item>
              <Menu.Item leftSection={<IconCoffee size={17} />} onClick={() => setOpen('break')}>
                {t.break}
              </Menu.Item>
              {stages.length > 1 && (
                <Menu.Item leftSection={<IconArrowsSort size={17} />} onClick={() => setOpen('order')}>
                  {orderTitle}
                </Menu.Item>
              )}
            </>
          )}
          <Menu.Item leftSection={<IconPrinter size={17} />} onClick={() => print()}>
            {t.print}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'copy' && <CopyDay {...props} onClose={close} />}
      {open === 'break' && <Break {...props} onClose={close} />}
      {open === 'order' && <StageOrder stages={stages} onClose={close} />}
    </>
  )
}

type DialogProps = Props & { onClose: () => void }

function CopyDay({ programme, day, onDay, onClose }: DialogProps) {
  const t = useTexts(dayTexts)
  const { api } = useBroadcast()
  const { language } = useLanguage()
  const [date, setDate] = useState(shiftDay(day, 1))
  const create = useCreateMany()
  const copy = async () => {
    const days = (Date.parse(date) - Date.parse(day)) / 86_400_000
    const isDone = await create(async () => {
      const found = []
      for await (const session of api.kind('broadcastSession').all({ day })) found.push(session)
      if (found.length > batchSize) throw new Error(t.tooMany(batchSize))
      return found.map((session) => copiedTo(session, days, programme.zone, language))
    })
    if (!isDone) return
    onClose()
    onDay(date)
  }
  return (
    <Dialog title={t.copy} hint={t.copyHint} isReady={date !== '' && date !== day} onSubmit={copy} onClose={onClose}>
      <TextInput
        type="date"
        label={t.date}
        value={date}
        onChange={({ currentTarget }) => setDate(currentTarget.value)}
        data-autofocus
      />
    </Dialog>
  )
}

function Break({ programme, day, columns, onClose }: DialogProps) {
  const t = useTexts(dayTexts)
  const [title, setTitle] = useState(t.usualTitle)
  const [start, setStart] = useState('12:00')
  const [minutes, setMinutes] = useState<string | number>(60)
  const create = useCreateMany()
  const stages = stagesOf(columns)
  const add = async () => {
    const bodies = breaksOf({ title, start, minutes: Number(minutes) }, columns, { ...programme, day })
    if (await create(async () => bodies)) onClose()
  }
  const isReady = title.trim() !== '' && start !== '' && Number(minutes) > 0 && stages.length > 0
  return (
    <Dialog title={t.break} hint={t.breakHint(stages.length)} isReady={isReady} onSubmit={add} onClose={onClose}>
      <TextInput
        label={t.title}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        data-autofocus
      />
      <Group grow>
        <TextInput
          type="time"
          label={t.start}
          value={start}
          onChange={({ currentTarget }) => setStart(currentTarget.value)}
        />
        <NumberInput label={t.minutes} value={minutes} onChange={setMinutes} min={5} max={1_440} step={5} />
      </Group>
    </Dialog>
  )
}

interface DialogFrame {
  title: string
  hint: string
  isReady: boolean
  onSubmit: () => Promise<void>
  onClose: () => void
  children: ReactNode
}

function Dialog({ title, hint, isReady, onSubmit, onClose, children }: DialogFrame) {
  const t = useTexts(dayTexts)
  const common = useCommon()
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    await onSubmit()
    setBusy(false)
  }
  return (
    <Modal opened onClose={onClose} title={title} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          <Text size="sm">{hint}</Text>
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" disabled={!isReady} loading={isBusy}>
              {t.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
