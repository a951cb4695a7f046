import { Avatar, Tooltip } from '@mantine/core'
import type { DraftEditing } from '../data/draft.ts'
import { useOthers, useShownOn } from '../data/presence.ts'
import { useFieldLabel } from '../kinds/labels.ts'
import { useTexts } from '../texts/language.tsx'
import { colorOf } from './presence-color.ts'
import { texts } from './texts.ts'

/** The other people on the record of a form. Shows this person to them, too. */
export function Others({ draft: { kind, recordId } }: { draft: DraftEditing }) {
  const t = useTexts(texts)
  const fieldLabel = useFieldLabel()
  useShownOn(kind, recordId)
  const others = useOthers(kind, recordId)
  if (others.length === 0) return null
  const words = others.map(({ name, field }) =>
    field === null ? t.presence.looking(name) : t.presence.editing(name, fieldLabel(field, kind)),
  )
  const isCrowd = others.length > maxShown
  const shown = others.slice(0, isCrowd ? maxShown - 1 : maxShown)
  return (
    <Avatar.Group spacing={8} role="group" aria-label={t.presence.others}>
      {shown.map(({ id, name }, at) => (
        <Tooltip key={id} label={words[at]} events={everyWay}>
          <Avatar size={30} color={`${colorOf(id)}.9`} variant="filled" name={name} role="img" aria-label={words[at]} />
        </Tooltip>
      ))}
      {isCrowd && (
        <Tooltip label={words.slice(shown.length).join(' · ')} multiline maw={320} events={everyWay}>
          <Avatar size={30} role="img" aria-label={words.slice(shown.length).join('. ')}>
            +{others.length - shown.length}
          </Avatar>
        </Tooltip>
      )}
    </Avatar.Group>
  )
}

const maxShown = 3
const everyWay = { hover: true, focus: true, touch: true }
