import { useState } from 'react'

/** The steps of a drag, in minutes. */
export const snaps = [5, 10, 15, 30] as const
export type Snap = (typeof snaps)[number]

/** The chosen step is stored in the browser. */
export function useSnap(): [Snap, (snap: Snap) => void] {
  const [snap, setSnap] = useState<Snap>(() => {
    const kept = Number(localStorage.getItem(snapKey))
    return snaps.find((one) => one === kept) ?? usualSnap
  })
  const change = (next: Snap) => {
    localStorage.setItem(snapKey, String(next))
    setSnap(next)
  }
  return [snap, change]
}

const usualSnap = 15
const snapKey = 'marquee:programme:snap'
