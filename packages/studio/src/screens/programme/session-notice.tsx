import { Alert, Button, Checkbox, Group, Text } from '@mantine/core'
import { IconArrowsMove, IconCalendarCancel } from '@tabler/icons-react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import type { DraftEditing } from '../../data/draft.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { dateFormats, formatInstant } from '../../ui/zoned.ts'
import { type MovedFrom, movedFromOf } from './moved-from.ts'
import type { Session } from './sessions.ts'
import { stateTexts } from './state-texts.ts'
import { useSessionMove } from './use-moves.ts'
import type { Programme } from './use-programme.ts'

interface Props {
  programme: Programme
  draft: DraftEditing
}

/** The notices about the open session that visitors also see: cancelled, or moved. */
export function SessionNotice({ programme, draft }: Props) {
  const { canWrite } = useBroadcast()
  const session = programme.byId.get(draft.record?._id ?? '')
  const quick = useSessionMove(programme, silent)
  if (!session) return null
  const save = (patch: Partial<Session>, text: string) => quick.move(session, patch, text)
  return (
    <>
      {session.cancelled && <Cancelled programme={programme} session={session} canWrite={canWrite} onSave={save} />}
      {session.movedFrom && <Moved programme={programme} session={session} canWrite={canWrite} onSave={save} />}
      {canWrite && <TellVisitors programme={programme} session={session} draft={draft} />}
      {canWrite && session.status === 'published' && !session.cancelled && (
        <CancelButton programme={programme} session={session} onSave={save} />
      )}
      {quick.conflict}
    </>
  )
}

/** The notice about a save is read to everybody. */
const silent = () => {}

interface PartProps {
  programme: Programme
  session: Session
  canWrite?: boolean
  onSave: (patch: Partial<Session>, text: string) => void
}

function CancelButton({ programme, session, onSave }: PartProps) {
  const t = useTexts(stateTexts)
  const confirm = useConfirm()
  const name = programme.nameOf(session)
  const cancel = async () => {
    const question = { title: t.cancelTitle(name), message: t.cancelHint, action: t.cancel, isDangerous: true }
    if (await confirm(question)) onSave({ cancelled: true }, t.cancelled(name))
  }
  return (
    <Group>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconCalendarCancel size={16} />}
        onClick={() => void cancel()}
      >
        {t.cancel}
      </Button>
    </Group>
  )
}

function Cancelled({ programme, session, canWrite, onSave }: PartProps) {
  const t = useTexts(stateTexts)
  const bringBack = () => onSave({ cancelled: false }, t.broughtBack(programme.nameOf(session)))
  return (
    <Alert color="red" icon={<IconCalendarCancel size={19} />} title={t.isCancelled}>
      <Text size="sm">{t.isCancelledHint}</Text>
      {canWrite && (
        <Button mt="xs" size="compact-sm" variant="default" onClick={bringBack}>
          {t.bringBack}
        </Button>
      )}
    </Alert>
  )
}

function Moved({ programme, session, canWrite, onSave }: PartProps) {
  const t = useTexts(stateTexts)
  const before = useFormerSlot(programme, session.movedFrom)
  return (
    <Alert color="blue" icon={<IconArrowsMove size={19} />} title={t.isMoved}>
      <Text size="sm">{t.movedFrom(before)}</Text>
      {canWrite && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          onClick={() => onSave({ movedFrom: null }, t.cleared(programme.nameOf(session)))}
        >
          {t.clear}
        </Button>
      )}
    </Alert>
  )
}

function useFormerSlot({ zone }: Programme, movedFrom: MovedFrom): string {
  const { language } = useLanguage()
  const start = movedFrom?.start
  const at = (format: Intl.DateTimeFormatOptions) => (start ? formatInstant(start, zone, language, format) : '')
  return [at(dateFormats.dayWeekday), at(dateFormats.clock), movedFrom?.place].filter(Boolean).join(', ')
}

/** Offered while the form has another start or place than visitors know; it is saved with them. */
function TellVisitors({ programme, session, draft }: { programme: Programme; session: Session; draft: DraftEditing }) {
  const t = useTexts(stateTexts)
  const values = draft.values as Session
  const { time, interestPointId } = values
  const movedFrom = movedFromOf(session, { time, interestPointId: interestPointId ?? null }, programme.titleOfPlace)
  const isTold = draft.dirtyFields.includes('movedFrom')
  if (session.movedFrom || (!movedFrom && !isTold)) return null
  return (
    <Checkbox
      label={t.tell}
      description={t.tellHint}
      checked={isTold}
      onChange={({ currentTarget }) => draft.set('movedFrom', currentTarget.checked ? (movedFrom ?? null) : null)}
    />
  )
}
