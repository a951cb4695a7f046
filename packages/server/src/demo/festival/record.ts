/** A record to create: `body` is the POST body of its kind. */
export interface DemoRecord {
  kind: string
  id: string
  body: Record<string, unknown>
}

/** Maps the symbolic name of a record to its object id, always the same one. */
export type Id = (name: string) => string

/** The symbolic name of a record is also its `_reference`. */
export function record(id: Id, kind: string, name: string, body: Record<string, unknown>): DemoRecord {
  return { kind, id: id(name), body: { ...body, _reference: name } }
}
