import type { Ref } from 'react'
import type { Column } from './columns.ts'
import type { Entry } from './entries.ts'
import type { KeyMove } from './keys.ts'
import type { Change } from './moves.ts'
import type { Drawn } from './use-preview.ts'
import type { Selection } from './use-selection.ts'

export interface GridHandle {
  /** The column and time at a point of the screen. */
  at(x: number, y: number): { wall: string; columnId: string } | undefined
}

export type Drag = { x: number; y: number } & ({ id: string; change: Change } | { drawn: Drawn })

export interface GridProps {
  /** `2027-07-02` */
  day: string
  /** `06:00` */
  dayStart: string
  columns: Column[]
  entries: Entry[]
  /** The height of half an hour. */
  slotHeight: number
  /** Converts a time of day in the zone of the broadcast to that of the viewer, when they differ. */
  viewerTime: ((time: string) => string) | undefined
  language: string
  /** The step of a drag, in minutes. */
  snap: number
  words: {
    draft: string
    clash: string
    openEnded: string
    cancelled: string
    allDay: string
    grid: string
    hint: string
  }
  selectedId: string | undefined
  /** The sessions that are selected for an action. */
  chosenIds: readonly string[]
  onChoose: Selection['choose']
  /** The match that the search has stepped to. */
  foundId: string | undefined
  canWrite: boolean
  onOpen: (id: string) => void
  onCreate: (wallStart: string, wallEnd: string | undefined, columnId: string) => void
  onChange: (id: string, change: Change) => void
  /** A change that a drag would make at this point of the screen; undefined when the drag is over. */
  onDrag: (drag: Drag | undefined) => void
  onKeyMove: (id: string, move: KeyMove) => void
  onDuplicate: (id: string) => void
  /** A session is about to be moved. */
  onTouch: (id: string) => void
  ref?: Ref<GridHandle>
}
