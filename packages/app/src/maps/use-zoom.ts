import { useEffect, useRef } from 'preact/hooks'

/**
 * Zooms a picture in a box that scrolls. Panning is scrolling, which every device has already: fingers, wheels, arrow keys;
 * a mouse may drag, too. Zooming changes the width of the picture around a point.
 */
export function useZoom() {
  const box = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)

  const zoom = (factor: number, x?: number, y?: number) => {
    const [outer, inner] = [box.current, picture.current]
    if (!outer || !inner) return
    const before = inner.offsetWidth
    const least = outer.clientWidth
    const width = Math.min(Math.max(before * factor, least), Math.max(least * 4, 2_400))
    const frame = outer.getBoundingClientRect()
    const atX = x === undefined ? frame.width / 2 : x - frame.left
    const atY = y === undefined ? frame.height / 2 : y - frame.top
    const [left, top] = [outer.scrollLeft + atX, outer.scrollTop + atY]
    // A property set by a script is no inline style of the document, which the policy forbids.
    inner.style.inlineSize = `${width}px`
    outer.scrollLeft = (left * width) / before - atX
    outer.scrollTop = (top * width) / before - atY
  }

  /** Scrolls so that a point of the picture, in shares of its size, is in the middle. */
  const center = (x: number, y: number) => {
    const [outer, inner] = [box.current, picture.current]
    if (!outer || !inner) return
    outer.scrollLeft = x * inner.offsetWidth - outer.clientWidth / 2
    outer.scrollTop = y * inner.offsetHeight - outer.clientHeight / 2
  }

  useEffect(() => (box.current ? listen(box.current, zoom) : undefined), [])
  return { box, picture, zoom, center }
}

function listen(box: HTMLElement, zoom: (factor: number, x?: number, y?: number) => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let spread = 0
  box.addEventListener(
    'wheel',
    (event) => {
      // A wheel alone scrolls. Pinching a trackpad arrives as a wheel with the control key.
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoom(Math.exp(-event.deltaY / 200), event.clientX, event.clientY)
    },
    { signal, passive: false },
  )
  box.addEventListener('touchstart', () => (spread = 0), { signal, passive: true })
  box.addEventListener(
    'touchmove',
    (event) => {
      const [one, other] = event.touches
      if (!one || !other) return
      event.preventDefault()
      const now = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
      if (spread > 0) zoom(now / spread, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2)
      spread = now
    },
    { signal, passive: false },
  )
  box.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType !== 'mouse' || event.buttons !== 1) return
      box.scrollLeft -= event.movementX
      box.scrollTop -= event.movementY
    },
    { signal },
  )
  box.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
  box.addEventListener(
    'keydown',
    (event) => {
      if (event.key === '+' || event.key === '=') zoom(zoomStep)
      else if (event.key === '-') zoom(1 / zoomStep)
    },
    { signal },
  )
  return () => ended.abort()
}

export const zoomStep = 1.5
