import type { CSSProperties, ReactNode } from 'react'
import type { DraftEditing } from '../data/draft.ts'
import { useOthers } from '../data/presence.ts'
import { colorOf } from './presence-color.ts'
import './presence.css'

type Edited = Pick<DraftEditing, 'kind' | 'recordId'>

/** Marks the part of a form that edits a field, with the names of the people who have the focus there. */
export function EditedBy({ draft, name, children }: { draft: Edited; name: string; children: ReactNode }) {
  return <div {...useEditedBy(draft, name)}>{children}</div>
}

/** The same, as attributes of an element that is there anyway. */
export function useEditedBy({ kind, recordId }: Edited, name: string) {
  const editors = useOthers(kind, recordId).filter(({ field }) => field === name)
  const [first] = editors
  return {
    'data-edits': name,
    ...(first && {
      'data-edited-by': editors.map((one) => one.name).join(', '),
      style: { '--editor': `var(--mantine-color-${colorOf(first.id)}-filled)` } as CSSProperties,
    }),
  }
}
