import { useEffect, useState } from 'preact/hooks'

/**
 * Whether JavaScript runs here. False in the first rendering, which must equal that of the server; then controls appear that
 * need it.
 */
export function useLive(): boolean {
  const [isLive, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  return isLive
}
