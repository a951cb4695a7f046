import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'

/** Announces messages to screen readers: a function, and the live region to render. */
export function useAnnouncer(): [say: (text: string) => void, region: ReactNode] {
  const [said, setSaid] = useState({ text: '', turn: 0 })
  const say = useCallback((text: string) => setSaid(({ turn }) => ({ text, turn: turn + 1 })), [])
  // A repeated message is only read when the region changes.
  const region = (
    <VisuallyHidden role="status" aria-live="assertive" data-announced={said.turn}>
      {said.text}
      {said.turn % 2 === 1 ? '\u00a0' : ''}
    </VisuallyHidden>
  )
  return [say, region]
}
