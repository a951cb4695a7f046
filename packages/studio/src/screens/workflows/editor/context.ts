import { createContext, use } from 'react'
import type { NodeType, Route } from '../graph/flow.ts'

/** The actions of nodes and edges; the canvas library renders them and passes nothing but data. */
export interface CanvasActions {
  canWrite: boolean
  add(type: NodeType, after?: { id: string; route: Route }): void
  unlink(from: string, route: Route): void
  nameOf(nodeId: string): string
}

export const CanvasContext = createContext<CanvasActions>({
  canWrite: false,
  add() {},
  unlink() {},
  nameOf: (id) => id,
})

export const useCanvas = () => use(CanvasContext)
