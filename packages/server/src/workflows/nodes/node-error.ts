/** A node failed. The message is shown with the run. */
export class NodeError extends Error {
  readonly code: string
  readonly logs: string[]

  constructor(code: string, message: string, logs: string[] = []) {
    super(message)
    this.code = code
    this.logs = logs
  }
}
