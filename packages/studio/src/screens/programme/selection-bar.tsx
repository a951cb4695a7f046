import { ActionIcon, Button, Group, Menu, NumberInput, Paper, Popover, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendarCancel, IconCalendarCheck, IconEye, IconEyeOff, IconTrash, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useDelete } from '../../data/delete.tsx'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import type { Column } from './columns.ts'
import { noPlace } from './columns.ts'
import { selectionTexts } from './selection-texts.ts'
import { stateTexts } from './state-texts.ts'
import type { Moves } from './use-moves.ts'
import type { Programme } from './use-programme.ts'
import type { Selection } from './use-selection.ts'
import '../kinds/bulk-bar.css'

interface Props {
  programme: Programme
  columns: readonly Column[]
  selection: Selection
  moves: Moves
}

/** The actions on the selected sessions. Each is one batch, and one step of undo. */
export function SelectionBar({ programme, columns, selection, moves }: Props) {
  const t = useTexts(selectionTexts)
  const { language } = useLanguage()
  const { ids, choose } = selection
  if (ids.length === 0) return null
  const categories = programme.categories.map((one) => ({
    id: one._id,
    title: nameOf('broadcastCategory', one, language) || one._id,
  }))
  return (
    <Paper className="bulk-bar" role="toolbar" aria-label={t.selected(ids.length)}>
      <Group gap="xs" justify="center">
        <ActionIcon aria-label={t.clear} onClick={() => choose('none')}>
          <IconX size={18} />
        </ActionIcon>
        <Text size="sm" fw={600}>
          {t.selected(ids.length)}
        </Text>
        <Shift onShift={(minutes) => moves.shiftMany(ids, minutes)} />
        <Choice
          label={t.place}
          options={columns.filter(({ id }) => id !== noPlace)}
          onChoose={(id) => moves.changeMany(ids, { interestPointId: id })}
        />
        <Choice
          label={t.category}
          options={categories}
          onChoose={(id) => moves.changeMany(ids, { categoryIds: [id] })}
        />
        <More ids={ids} moves={moves} onDone={() => choose('none')} />
      </Group>
    </Paper>
  )
}

function Shift({ onShift }: { onShift: (minutes: number) => void }) {
  const t = useTexts(selectionTexts)
  const [isOpen, { toggle, close }] = useDisclosure()
  const [minutes, setMinutes] = useState<string | number>(15)
  const apply = () => {
    if (Number(minutes) !== 0) onShift(Number(minutes))
    close()
  }
  return (
    <Popover opened={isOpen} onChange={close} trapFocus position="top">
      <Popover.Target>
        <Button size="sm" variant="default" aria-expanded={isOpen} onClick={toggle}>
          {t.shift}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            apply()
          }}
        >
          <Stack gap="xs">
            <NumberInput
              label={t.minutes}
              value={minutes}
              onChange={setMinutes}
              step={5}
              min={-mostMinutes}
              max={mostMinutes}
              allowDecimal={false}
              data-autofocus
            />
            <Button type="submit" size="sm">
              {t.apply}
            </Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A week; further away is another day to copy to. */
const mostMinutes = 7 * 24 * 60

interface ChoiceProps {
  label: string
  options: readonly { id: string; title: string }[]
  onChoose: (id: string) => void
}

function Choice({ label, options, onChoose }: ChoiceProps) {
  if (options.length === 0) return null
  return (
    <Menu position="top" shadow="md">
      <Menu.Target>
        <Button size="sm" variant="default">
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="50dvh" className="selection-choices">
        {options.map(({ id, title }) => (
          <Menu.Item key={id} onClick={() => onChoose(id)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function More({ ids, moves, onDone }: { ids: readonly string[]; moves: Moves; onDone: () => void }) {
  const t = useTexts(selectionTexts)
  const { cancelHint } = useTexts(stateTexts)
  const common = useCommon()
  const confirm = useConfirm()
  const remove = useDelete('broadcastSession')
  const cancel = async () => {
    const question = { title: t.cancelTitle(ids.length), message: cancelHint, action: t.cancel, isDangerous: true }
    if (await confirm(question)) moves.changeMany(ids, { cancelled: true })
  }
  const item = (label: string, icon: ReactNode, onClick: () => void, color?: string) => (
    <Menu.Item leftSection={icon} onClick={onClick} {...(color && { color })}>
      {label}
    </Menu.Item>
  )
  return (
    <Menu position="top" shadow="md">
      <Menu.Target>
        <Button size="sm" variant="default">
          {t.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {item(common.publish, <IconEye size={17} />, () => moves.changeMany(ids, { status: 'published' }))}
        {item(common.unpublish, <IconEyeOff size={17} />, () => moves.changeMany(ids, { status: 'draft' }))}
        {item(t.cancel, <IconCalendarCancel size={17} />, () => void cancel())}
        {item(t.bringBack, <IconCalendarCheck size={17} />, () => moves.changeMany(ids, { cancelled: false }))}
        {item(
          common.delete,
          <IconTrash size={17} />,
          () => void remove([...ids], t.sessions(ids.length), onDone),
          'red',
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
