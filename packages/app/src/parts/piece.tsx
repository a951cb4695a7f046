/** @jsxImportSource preact */
import { type ComponentChildren, hydrate, render } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { AppContext, useApp } from '../app-context.ts'

/**
 * A part of a long screen. While a page is taken over it stays as the service rendered it, until a task of its own hydrates it:
 * a whole screen in one task would block a slow phone. Such a piece is a tree of its own from then on.
 */
export function Piece({ children }: { children: ComponentChildren }) {
  const app = useApp()
  const tree = <AppContext.Provider value={app}>{children}</AppContext.Provider>
  const [later] = useState(() => app.later)
  const [rendered] = useState(tree)
  const newest = useRef(tree)
  const box = useRef<HTMLDivElement>(null)
  const isHydrated = useRef(false)
  useLayoutEffect(() => {
    newest.current = tree
    if (isHydrated.current && box.current) render(tree, box.current)
  })
  useLayoutEffect(() => {
    const { current } = box
    if (!later || !current) return
    later(() => {
      if (!current.isConnected) return
      hydrate(rendered, current)
      render(newest.current, current)
      isHydrated.current = true
    })
    return () => render(null, current)
  }, [later])
  if (!later) return <div class="mq-piece">{children}</div>
  // Hydration leaves the content of such an element alone.
  return <div class="mq-piece" ref={box} dangerouslySetInnerHTML={untouched} />
}

const untouched = { __html: '' }
