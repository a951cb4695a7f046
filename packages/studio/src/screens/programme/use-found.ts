import { useEffect, useRef } from 'react'

/** Scrolls an element into view when a search steps to it. */
export function useFound<E extends HTMLElement>(isFound: boolean) {
  const element = useRef<E>(null)
  useEffect(() => {
    if (isFound) element.current?.scrollIntoView({ block: 'center' })
  }, [isFound])
  return element
}
