import type { AnyRecord, Condition, Kind, SortStep } from '@marquee/model'
import type { JsonPart } from '../../base/json-text.ts'
import type { Outbound } from '../../base/outbound/index.ts'
import type { Tenant } from '../../base/tenant.ts'
import type { Actor } from '../../store/changes/changes.ts'
import type { Tx } from '../../store/db.ts'
import type { Credentials } from '../credentials.ts'
import type { RunSandbox } from '../evaluate.ts'

/** The parts of the service that nodes use. */
export interface NodeServices {
  content: RunContent
  outbound: Outbound
  credentials: Credentials
  sandbox: RunSandbox
  readReply: ReadReply
  /** Undefined when the service has no mail server. */
  mails: Mails | undefined
}

export interface WorkflowMail {
  id: string
  to: string[]
  subject: string
  text: string
  html?: string
  replyTo?: string
}

export interface Mails {
  /** Delivers the mail to the mail server, or throws. */
  send(mail: WorkflowMail): Promise<{ refused: string[] }>
  /** Takes recipients from the limit of an account and day; false when it has not as many left. */
  draw(userId: string, recipients: number, nowMs: number): Promise<boolean>
  /** Markdown as HTML that is safe to send. */
  render(broadcastId: string, markdown: string): string | Promise<string>
}

export interface ReplyFile {
  bytes: Uint8Array
  url: string
  contentType: string | undefined
}

/** Reads an answer as a programme or as XML, off the event loop. Undefined when that takes too long. */
export type ReadReply = (
  broadcastId: string,
  task: { as: 'programme' | 'xml'; file: ReplyFile; timeZone: string },
) => Promise<{ value: object } | { unreadable: string } | undefined>

/** The operations on content that runs use. */
export interface RunContent {
  list(
    broadcastId: string,
    kind: Kind,
    request: { where: Condition | null; order: SortStep[] | null; startId: string | null; limit: number; skip: number },
  ): Promise<{ bodies: JsonPart[]; total: number; nextStartId: string | null }>
  /** Throws when it does not exist. */
  read(broadcastId: string, kind: Kind, id: string): Promise<string>
  create(tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, body: unknown): Promise<AnyRecord>
  update(tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, id: string, body: unknown): Promise<AnyRecord>
  remove(tx: Tx, tenant: Tenant, actor: Actor, kind: Kind, id: string): Promise<void>
  findTimeZone(broadcastId: string): Promise<string>
}
