import { amply } from './amply.ts'
import { auth } from './auth.ts'
import { code } from './code.ts'
import type { NodeDeclaration, NodeType } from './declaration.ts'
import { foreach } from './foreach.ts'
import { http } from './http.ts'
import { condition } from './if.ts'
import { mail } from './mail.ts'

/** Every type of step. A new type is its file and a line here; the model lists it in the order of the menu. */
export const nodeDeclarations: Record<NodeType, NodeDeclaration> = {
  amply,
  http,
  foreach,
  auth,
  if: condition,
  code,
  mail,
}

export const isLoop = ({ type }: { type: NodeType }) => nodeDeclarations[type].isLoop === true
export const isCondition = ({ type }: { type: NodeType }) => nodeDeclarations[type].isCondition === true
