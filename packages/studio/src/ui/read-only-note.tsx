import { IconLock } from '@tabler/icons-react'
import { useCommon } from '../texts/language.tsx'
import './read-only-note.css'

/** Says once per screen that the person may look but not change, and whom to ask. */
export function ReadOnlyNote() {
  const common = useCommon()
  return (
    <p className="read-only-note">
      <IconLock size={15} aria-hidden />
      {common.readOnly}
    </p>
  )
}
