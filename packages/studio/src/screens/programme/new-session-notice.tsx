import { Alert, Button, Group, Text } from '@mantine/core'
import { IconPencilExclamation } from '@tabler/icons-react'
import { type NewDraft, useNewDrafts, useShownNewDrafts } from '../../data/new-drafts.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { dateFormats, formatInstant } from '../../ui/zoned.ts'
import { texts } from './texts.ts'
import type { Programme } from './use-programme.ts'

interface Props {
  programme: Programme
  /** The name of the draft in the form, and whether it is one of an earlier visit. */
  name: string
  isRestored: boolean
  onContinue: (name: string) => void
  onAfresh: () => void
}

/** Unsaved new sessions: the one in the form, when it was found again, and the others. */
export function NewSessionNotice({ programme, name, isRestored, onContinue, onAfresh }: Props) {
  const t = useTexts(texts)
  const drafts = useShownNewDrafts('broadcastSession')
  const { discard } = useNewDrafts('broadcastSession')
  const describe = useDescription(programme)
  const isContinued = isRestored && drafts.some((draft) => draft.name === name)
  const others = drafts.filter((draft) => draft.name !== name).slice(0, shownDrafts)
  if (!isContinued && others.length === 0) return null
  return (
    <Alert
      color="yellow"
      role="status"
      icon={<IconPencilExclamation size={20} />}
      title={t.newDraft.title(others.length + (isContinued ? 1 : 0))}
    >
      {isContinued && (
        <Group justify="space-between" gap="xs">
          <Text size="sm">{t.newDraft.here}</Text>
          <Button size="compact-sm" variant="default" onClick={onAfresh}>
            {t.newDraft.afresh}
          </Button>
        </Group>
      )}
      {others.map((draft) => (
        <Group key={draft.name} justify="space-between" gap="xs" mt={isContinued ? 8 : 0}>
          <Text size="sm">{describe(draft)}</Text>
          <Group gap={6} wrap="nowrap">
            <Button size="compact-sm" variant="default" onClick={() => onContinue(draft.name)}>
              {t.newDraft.continue}
            </Button>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => discard(draft.name)}>
              {t.newDraft.discard}
            </Button>
          </Group>
        </Group>
      ))}
    </Alert>
  )
}

const shownDrafts = 3

/** “Jazz brunch”, Fri 2 Jul, 18:00, Quay stage */
function useDescription({ zone, placeNames }: Programme): (draft: NewDraft) => string {
  const common = useCommon()
  const { language } = useLanguage()
  const { newDraft } = useTexts(texts)
  return ({ values }) => {
    const { start } = Object(values.time)
    const name = newDraft.quoted(nameOf('broadcastSession', values, language) || common.untitled)
    const place = typeof values.interestPointId === 'string' ? placeNames.get(values.interestPointId) : undefined
    return [name, typeof start === 'string' && formatInstant(start, zone, language, dateFormats.compactWeekday), place]
      .filter(Boolean)
      .join(', ')
  }
}
