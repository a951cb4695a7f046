/** A node failed, and the message is for whoever reads the run. */
export class NodeError extends Error {
  readonly code: string
  readonly logs: string[]

  constructor(code: string, message: string, logs: string[] = []) {
    super(message)
    this.code = code
    this.logs = logs
  }
}
