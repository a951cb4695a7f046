import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { DraftEditing } from '../../data/draft.ts'
import { isPlain } from '../../data/merge.ts'
import { errorWithin } from '../../data/pointers.ts'
import { useTexts } from '../../texts/language.tsx'
import { ShownField } from '../../ui/shown-field.tsx'
import { coordinatesOf, readCoordinates } from './coordinates.ts'
import type { Position } from './pins.ts'
import { texts } from './texts.ts'

/** The position of a place on a geographic map, as coordinates that are typed or pasted. */
export function CoordinatesField({ draft, canWrite }: { draft: DraftEditing; canWrite: boolean }) {
  const t = useTexts(texts)
  const { position } = draft.values
  const { x, y } = isPlain(position) ? position : {}
  const stored = textOf(typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined)
  const [text, setText] = useState(stored)
  const [isUnread, setUnread] = useState(false)
  // Typing is not interrupted: only a value that came from elsewhere replaces the text.
  useEffect(() => setText((typed) => (textOf(readCoordinates(typed)) === stored ? typed : stored)), [stored])
  if (!canWrite) return <ShownField label={t.geo.coordinates}>{stored}</ShownField>
  const change = (next: string) => {
    const read = readCoordinates(next)
    const isLink = /^(?:https?|geo):/i.test(next.trim())
    setText(read && isLink ? coordinatesOf(read) : next)
    setUnread(false)
    if (read || next.trim() === '') draft.set('position', read ?? null)
  }
  const leave = () => {
    const read = readCoordinates(text)
    setUnread(!read && text.trim() !== '')
    if (read) setText(coordinatesOf(read))
  }
  return (
    <TextInput
      label={t.geo.coordinates}
      description={t.geo.coordinatesHint}
      placeholder="48.8584, 2.2945"
      value={text}
      error={isUnread ? t.geo.unread : errorWithin(draft.errors, '/position')}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={leave}
    />
  )
}

const textOf = (position: Position | undefined) => (position ? coordinatesOf(position) : '')
