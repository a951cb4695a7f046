import { Badge, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useActorName } from '../data/actor-names.ts'
import type { DraftEditing } from '../data/draft.ts'
import { useLastChange } from '../data/live.ts'
import type { ChangedPart } from '../data/merge.ts'
import { usePerson } from '../data/session.ts'
import { useFieldLabel } from '../kinds/labels.ts'
import { useCommon } from '../texts/language.tsx'
import { Modal } from '../ui/dialog.tsx'

/** Merges concurrent saves of a record: both versions field by field, and which to keep. */
export function MergeDialog({ draft, onSettled }: { draft: DraftEditing; onSettled: () => void }) {
  const common = useCommon()
  const actorName = useActorName()
  const person = usePerson()
  const change = useLastChange(draft.kind, draft.recordId)
  const isOwn = change?.actor?.type === 'user' && change.actor.id === person.id
  const { conflict } = draft
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!isSettled || conflict) return
    setSettled(false)
    onSettled()
  }, [isSettled, conflict, onSettled])
  const takesMine = (part: ChangedPart) => !theirs.has(part.path.join('.'))
  const choose = (part: ChangedPart, isTheirs: boolean) => {
    const key = part.path.join('.')
    setTheirs((known) => new Set(isTheirs ? [...known, key] : [...known].filter((one) => one !== key)))
  }
  return (
    <Modal
      opened={conflict !== undefined}
      onClose={draft.closeConflict}
      title={isOwn ? common.merge.titleOwn : common.merge.title}
      size="lg"
    >
      <Stack>
        <Text c="dimmed">{common.merge.intro(actorName(change?.actor))}</Text>
        {conflict?.parts.map((part) => (
          <Part
            key={part.path.join('.')}
            kind={draft.kind}
            part={part}
            isMine={takesMine(part)}
            onChoose={(isTheirs) => choose(part, isTheirs)}
          />
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={draft.closeConflict}>
            {common.cancel}
          </Button>
          <Button
            onClick={() => {
              draft.settle(takesMine)
              setTheirs(new Set())
              setSettled(true)
            }}
          >
            {common.merge.use}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Part({
  kind,
  part,
  isMine,
  onChoose,
}: {
  kind: string
  part: ChangedPart
  isMine: boolean
  onChoose: (isTheirs: boolean) => void
}) {
  const { merge } = useCommon()
  const fieldLabel = useFieldLabel()
  const { path, changedBy } = part
  const name = path.map((step) => fieldLabel(step, kind)).join(' › ')
  const note = changedBy === 'both' ? merge.both : changedBy === 'me' ? merge.onlyYou : merge.onlyThey
  const mine = isMine && changedBy !== 'them'
  return (
    <div className="surface" style={{ padding: 14 }}>
      <Group justify="space-between" mb={8}>
        <Text fw={650}>{name}</Text>
        <Badge variant="light" tt="none" radius="sm" color={changedBy === 'both' ? 'yellow' : 'gray'}>
          {note}
        </Badge>
      </Group>
      <Radio.Group
        aria-label={name}
        value={mine ? 'mine' : 'theirs'}
        onChange={(value) => onChoose(value === 'theirs')}
      >
        <Stack gap={6}>
          {changedBy !== 'them' && <Radio value="mine" label={<Side label={merge.mine} value={part.mine} />} />}
          <Radio
            value="theirs"
            disabled={changedBy === 'them'}
            label={<Side label={merge.theirs} value={part.theirs} />}
          />
        </Stack>
      </Radio.Group>
    </div>
  )
}

function Side({ label, value }: { label: string; value: unknown }) {
  const { merge } = useCommon()
  const shown =
    value === null || value === undefined || value === ''
      ? merge.empty
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
  return (
    <Text size="sm" span>
      <Text span c="dimmed" size="sm">
        {label}:{' '}
      </Text>
      {shown.length > 300 ? `${shown.slice(0, 300)}…` : shown}
    </Text>
  )
}
