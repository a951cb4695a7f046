import { type ReactNode, useEffect, useRef, useState } from 'react'

interface Props {
  /** The height to leave while it is not drawn. */
  height: number
  /** Whether it is drawn wherever it is. */
  isNeeded: boolean
  children: ReactNode
}

/** Draws its content only near the visible part of the page. */
export function Near({ height, isNeeded, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  const [drawnHeight, setDrawnHeight] = useState(height)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === false) setDrawnHeight(element.offsetHeight || height)
        setNear(entry?.isIntersecting ?? true)
      },
      { rootMargin: '600px 0px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [height])
  const isDrawn = isNear || isNeeded
  return (
    <div ref={box} style={isDrawn ? undefined : { height: drawnHeight }}>
      {isDrawn && children}
    </div>
  )
}
