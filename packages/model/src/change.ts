import type { Static } from 'typebox'
import type { AnyRecord } from './kind.ts'
import { ByType, Choice } from './shapes/scalars.ts'
import Type from './type.ts'

const named = <const T extends string>(type: T) => Type.Object({ type: Type.Literal(type), id: Type.String() })
const nameless = <const T extends string>(type: T) => Type.Object({ type: Type.Literal(type) })

/** Who changed something: a person, an API key, a workflow run, the command line, a visitor (by their app, if they have one) or the service. */
export const Actor = ByType('Actor', [
  named('user'),
  named('key'),
  named('run'),
  nameless('command'),
  Type.Object({ type: Type.Literal('visitor'), id: Type.Optional(Type.String()) }),
  nameless('service'),
])
export type Actor = Static<typeof Actor>

export const ChangeOperation = Choice('create', 'update', 'delete', 'publish')
export type ChangeOperation = Static<typeof ChangeOperation>

/** A change as the log, its stream and the history of a record send it. */
export interface ChangeEntry<K extends string = string> {
  sequence: number
  kind: K
  id: string
  operation: ChangeOperation
  /** The fields that changed. */
  fields: string[]
  at: string
  actor: Actor
  /** The record after the change; null when it was deleted. */
  record: AnyRecord | null
  /** Only of a deletion: the name of the record. */
  title?: string | null
}
