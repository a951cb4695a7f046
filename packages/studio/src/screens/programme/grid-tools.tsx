import { ActionIcon, Button, Group, Menu, Tooltip } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconColumnInsertRight,
  IconMagnet,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { useTexts } from '../../texts/language.tsx'
import { useHistory } from '../panel/move-history.ts'
import type { Direction } from '../panel/use-steps.ts'
import { texts } from './texts.ts'
import { type Snap, snaps } from './use-snap.ts'

export interface GridToolsProps {
  zoom: { canIn: boolean; canOut: boolean; change: (by: number) => void }
  snap: Snap
  onSnap: (snap: Snap) => void
  historyKey: string
  onStep: (direction: Direction) => void
  canWrite: boolean
  isAdding: boolean
  onAdding: () => void
}

/** The tools of the grid: undo and redo, the step of a drag, further columns, and the time scale. */
export function GridTools({ zoom, isAdding, onAdding, canWrite, ...moving }: GridToolsProps) {
  const t = useTexts(texts)
  return (
    <Group gap={2} ml="auto" wrap="nowrap">
      {canWrite && (
        <>
          <Steps {...moving} />
          <SnapMenu {...moving} />
          <Tooltip label={t.addPlace}>
            <ActionIcon size="lg" aria-label={t.addPlace} aria-expanded={isAdding} onClick={onAdding}>
              <IconColumnInsertRight size={19} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
      <Tooltip label={t.zoom.out}>
        <ActionIcon size="lg" aria-label={t.zoom.out} disabled={!zoom.canOut} onClick={() => zoom.change(-1)}>
          <IconZoomOut size={19} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t.zoom.in}>
        <ActionIcon size="lg" aria-label={t.zoom.in} disabled={!zoom.canIn} onClick={() => zoom.change(1)}>
          <IconZoomIn size={19} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

type Moving = Pick<GridToolsProps, 'snap' | 'onSnap' | 'historyKey' | 'onStep'>

function Steps({ historyKey, onStep }: Moving) {
  const t = useTexts(texts)
  const { done, undone } = useHistory(historyKey)
  const step = (direction: Direction, label: string, Icon: typeof IconMagnet, isOff: boolean) => (
    <Tooltip label={label}>
      <ActionIcon size="lg" aria-label={label} disabled={isOff} onClick={() => onStep(direction)}>
        <Icon size={19} />
      </ActionIcon>
    </Tooltip>
  )
  return (
    <>
      {step('undo', t.undoMove, IconArrowBackUp, done.length === 0)}
      {step('redo', t.redoMove, IconArrowForwardUp, undone.length === 0)}
    </>
  )
}

function SnapMenu({ snap, onSnap }: Moving) {
  const t = useTexts(texts)
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Tooltip label={t.snap.label}>
          <Button
            variant="subtle"
            color="gray"
            size="sm"
            className="snap-button"
            leftSection={<IconMagnet size={17} />}
            aria-label={`${t.snap.label}: ${t.snap.minutes(snap)}`}
          >
            {t.snap.minutes(snap)}
          </Button>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t.snap.label}</Menu.Label>
        {snaps.map((one) => (
          <Menu.Item
            key={one}
            leftSection={<IconCheck size={16} visibility={one === snap ? 'visible' : 'hidden'} />}
            onClick={() => onSnap(one)}
          >
            {t.snap.minutes(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
