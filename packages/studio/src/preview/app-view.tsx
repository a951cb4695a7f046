import { mountPreview, type Preview, type PreviewState } from '@marquee/app/preview'
import { useEffect, useRef } from 'react'
import css from './preview.module.css'
import type { Visit } from './visit.ts'

/** The visitors' app itself, drawn by its own code in a part of the page that nothing of the studio reaches. */
export function AppView({ state, visit }: { state: PreviewState; visit: Visit }) {
  const element = useRef<HTMLDivElement>(null)
  const preview = useRef<Preview>(undefined)
  const { open, back, leave } = visit
  useEffect(() => {
    if (!element.current) return
    const mounted = mountPreview(element.current, { open, back, leave })
    preview.current = mounted
    return () => mounted.close()
  }, [open, back, leave])
  useEffect(() => {
    preview.current?.show(state)
  })
  const { route } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the top when the screen changes
  useEffect(() => {
    element.current?.scrollTo(0, 0)
  }, [route])
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be scrollable by keyboard
  return <div className={css.screen} ref={element} tabIndex={0} data-testid="app-screen" />
}
