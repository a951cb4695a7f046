import { useMemo, useRef } from 'react'
import { imageScene } from './image-scene.ts'
import { type CanvasProps, PinCanvas } from './pin-canvas.tsx'
import type { Size } from './pins.ts'

interface Props extends CanvasProps {
  url: string
  size: Size
  onBroken: () => void
}

/** A picture with pins at pixel positions. */
export default function ImageCanvas({ url, size: { width, height }, onBroken, ...canvas }: Props) {
  const broken = useRef(onBroken)
  broken.current = onBroken
  const scene = useMemo(() => imageScene(url, { width, height }, () => broken.current()), [url, width, height])
  return <PinCanvas {...canvas} scene={scene} />
}
