/** Records how long pieces of work take, and which belongs to which. Never gets contents, secrets or personal data. */
export interface Tracing {
  /** False costs nothing: the work is called as it is. */
  readonly isOn: boolean
  /** Begins the span of a request. The caller runs its work in it and ends it. */
  request(request: TracedRequest): RequestSpan
  /** Work that begins by itself, such as a job: always the first span of a trace. */
  task<T>(name: TaskName, about: Attributes, work: (span: Span) => Promise<T>): Promise<T>
  /** A call to another service: a part of the work in progress, or else a trace of its own. */
  call<T extends { status: number }>(target: TracedCall, work: () => Promise<T>): Promise<T>
  /** A statement of the database, with placeholders. Only as a part of other work: polling for work would fill the traces. */
  statement<T>(text: string, work: () => Promise<T>): Promise<T>
  /** Sends what is left, within a limit. */
  close(): Promise<void>
}

export type TaskName = 'delivery' | 'job' | 'relay' | 'step'

export type Attributes = Record<string, string | number>

export interface Span {
  set(attributes: Attributes): void
  /** Marks the work as failed, by a code. Messages of errors can contain values. */
  fail(code: string): void
}

export interface RequestSpan {
  /** Runs work whose spans belong to the request. */
  run(work: () => void): void
  /** Without a status the connection broke before there was a response. */
  end(result: { status: number | undefined; broadcastId: string | undefined }): void
}

export interface TracedRequest {
  method: string
  /** The pattern of the path; undefined where no route matches. */
  route: string | undefined
  requestId: string
  /** The `traceparent` of a trusted proxy. */
  parent: string | undefined
}

export interface TracedCall {
  method: string
  hostname: string
  port: number
}

const noSpan: Span = { set: () => {}, fail: () => {} }

export const noTracing: Tracing = {
  isOn: false,
  request: () => ({ run: (work) => work(), end: () => {} }),
  task: (_name, _about, work) => work(noSpan),
  call: (_target, work) => work(),
  statement: (_text, work) => work(),
  close: async () => {},
}
