import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'

/** Says things to screen readers: a function that says, and the region to put on the screen. */
export function useAnnouncer(): [say: (text: string) => void, region: ReactNode] {
  const [said, setSaid] = useState({ text: '', turn: 0 })
  const say = useCallback((text: string) => setSaid(({ turn }) => ({ text, turn: turn + 1 })), [])
  // The same words twice in a row are only read when something in the region changes.
  const region = (
    <VisuallyHidden role="status" aria-live="assertive" data-announced={said.turn}>
      {said.text}
      {said.turn % 2 === 1 ? '\u00a0' : ''}
    </VisuallyHidden>
  )
  return [say, region]
}
