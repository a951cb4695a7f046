import type { Ref } from 'react'
import type { Column } from './columns.ts'
import type { Entry } from './entries.ts'
import type { KeyMove } from './moves.ts'

export interface GridHandle {
  /** What lies under a point of the screen. */
  at(x: number, y: number): { wall: string; columnId: string } | undefined
}

export interface GridProps {
  /** `2027-07-02` */
  day: string
  /** `06:00` */
  dayStart: string
  columns: Column[]
  entries: Entry[]
  /** The height of half an hour. */
  slotHeight: number
  /** The clocks of the viewer, when they differ: what they show when those of the broadcast show this time of the day. */
  viewerTime: ((time: string) => string) | undefined
  language: string
  words: { draft: string; clash: string; openEnded: string; allDay: string; grid: string; hint: string }
  selectedId: string | undefined
  canWrite: boolean
  onOpen: (id: string) => void
  onCreate: (wallStart: string, wallEnd: string | undefined, columnId: string) => void
  onMove: (id: string, byMs: number, columnId: string | undefined) => void
  onResize: (id: string, startByMs: number, endByMs: number) => void
  onKeyMove: (id: string, move: KeyMove) => void
  /** A session is about to be moved. */
  onTouch: (id: string) => void
  ref?: Ref<GridHandle>
}
