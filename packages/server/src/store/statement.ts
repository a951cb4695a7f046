import pg from 'pg'

/** What is sent together with a statement, and so takes no round trip of its own. */
export interface Bounds {
  /** Begins the transaction of which it is the first statement. */
  begins?: boolean | undefined
  /** Commits the transaction of which it is the last statement, unless that fails. */
  commits?: boolean
}

export interface StatementOptions extends Bounds {
  /** Under which it is prepared on the server. */
  name: string | undefined
  text: string
  values: readonly unknown[]
  query_timeout?: number | undefined
}

/**
 * A statement on a connection of the driver, in the extended protocol like its own `Query`. Other than that, it can begin and commit a
 * transaction in the same message, and the server describes the rows of a prepared statement only once.
 */
export class Statement implements pg.Submittable {
  readonly name: string | undefined
  readonly text: string
  readonly query_timeout: number | undefined
  /** Wrapped by the driver, which counts the time. */
  callback: (error: unknown, rows?: unknown[]) => void
  #answer: PromiseWithResolvers<unknown[]> | undefined = Promise.withResolvers()
  #values: readonly unknown[]
  readonly #bounds: Bounds
  #rows: unknown[] = []
  #shapes: Map<string, Shape> | undefined
  #shape: Shape | undefined
  #failure: { error: unknown } | undefined

  constructor({ name, text, values, query_timeout, ...bounds }: StatementOptions) {
    this.name = name
    this.text = text
    this.query_timeout = query_timeout
    this.#values = values
    this.#bounds = bounds
    this.callback = (error, rows = []) => {
      const answer = this.#answer
      // What refers to it from old memory, even if nothing needs that any more, would keep its rows until all memory is collected.
      this.#answer = undefined
      this.#rows = []
      this.#values = []
      if (error) answer?.reject(error)
      else answer?.resolve(rows)
    }
  }

  /** The rows. To be asked for before it is submitted. */
  get answer(): Promise<unknown[]> {
    if (!this.#answer) throw new Error('the statement has ended')
    return this.#answer.promise
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire
    this.#shapes = shapesOn(wire)
    this.#shape = this.name === undefined ? undefined : this.#shapes.get(this.name)
    // Sent as one packet.
    wire.stream.cork()
    try {
      this.#send(wire)
    } finally {
      wire.stream.uncork()
    }
  }

  #send(wire: Wire): void {
    const { begins, commits } = this.#bounds
    const { name = '', text } = this
    if (begins) sendCommand(wire, 'begin')
    if (!isParsed(wire, name)) {
      wire.parse({ name, text })
      if (name !== '') wire.submittedNamedStatements[name] = text
    }
    wire.bind({ statement: name, values: this.#values, valueMapper: prepareValue })
    if (!this.#shape) wire.describe({ type: 'P', name: '' })
    wire.execute()
    if (commits) sendCommand(wire, 'commit')
    wire.sync()
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#shape = shapeOf(fields)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (!this.#shape || this.#failure) return
    try {
      this.#rows.push(rowOf(this.#shape, fields))
    } catch (error) {
      this.#failure = { error }
    }
  }

  /** The results of `begin` and `commit` arrive like its own. */
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}
  handleCopyInResponse(connection: { sendCopyFail(message: string): void }): void {
    connection.sendCopyFail('nothing to copy')
  }

  handleError(error: unknown): void {
    this.callback(this.#failure?.error ?? error)
  }

  handleReadyForQuery(): void {
    if (this.name !== undefined) this.#shapes?.set(this.name, this.#shape ?? noRows)
    if (this.#failure) this.callback(this.#failure.error)
    else this.callback(null, this.#rows)
  }
}

/** The connection of the driver, as `pg-cursor` uses it. */
interface Wire {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
  parse(statement: { name: string; text: string }): void
  bind(values: { statement: string; values?: readonly unknown[]; valueMapper?: (value: unknown) => unknown }): void
  describe(what: { type: 'P'; name: string }): void
  execute(): void
  sync(): void
}

/** Whether a statement can begin a transaction: of several texts in a message the driver takes the first one parsed for its own. */
export const canBegin = (client: pg.ClientBase, name: string | undefined): boolean =>
  name === undefined || isParsed((client as unknown as { connection: Wire }).connection, name)

const isParsed = (wire: Wire, name: string): boolean =>
  (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) !== undefined

function sendCommand(wire: Wire, text: string): void {
  wire.parse({ name: '', text })
  wire.bind({ statement: '' })
  wire.execute()
}

interface Field {
  name: string
  dataTypeID: number
}

/** The columns of the rows of a statement. */
interface Shape {
  names: string[]
  parsers: ((text: string) => unknown)[]
  empty: Record<string, unknown>
}

const noRows: Shape = { names: [], parsers: [], empty: {} }

function shapeOf(fields: Field[]): Shape {
  const names = fields.map(({ name }) => name)
  return {
    names,
    parsers: fields.map(({ dataTypeID }) => getTypeParser(dataTypeID, 'text')),
    empty: Object.fromEntries(names.map((name) => [name, null])),
  }
}

function rowOf({ names, parsers, empty }: Shape, fields: (string | null)[]): Record<string, unknown> {
  const row = { ...empty }
  for (let index = 0; index < fields.length; index++) {
    const text = fields[index]
    if (text !== null && text !== undefined) row[names[index] as string] = parsers[index]?.(text)
  }
  return row
}

/** The shapes of the statements that a connection has prepared. */
function shapesOn(wire: Wire): Map<string, Shape> {
  const known = shapes.get(wire)
  if (known) return known
  const made = new Map<string, Shape>()
  shapes.set(wire, made)
  return made
}

const shapes = new WeakMap<Wire, Map<string, Shape>>()

/** JSON stays text: most of it is sent to the caller unchanged. Big integers become numbers. */
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.JSON || oid === pg.types.builtins.JSONB) return (text: string) => text
  if (oid === pg.types.builtins.INT8) return Number
  return pg.types.getTypeParser(oid, format)
}

const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils
