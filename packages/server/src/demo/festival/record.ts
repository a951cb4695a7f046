/** A record to create: `body` is what a POST of its kind takes. */
export interface DemoRecord {
  kind: string
  id: string
  body: Record<string, unknown>
}

/** Gives the object id of a record by its symbolic name, always the same one. */
export type Id = (name: string) => string

/** The symbolic name of a record is also its `_reference`. */
export function record(id: Id, kind: string, name: string, body: Record<string, unknown>): DemoRecord {
  return { kind, id: id(name), body: { ...body, _reference: name } }
}
