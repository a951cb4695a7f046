import { oneOf, required } from '../config-checks.ts'
import type { NodeType } from './node.ts'
import { NodeError } from './node-error.ts'
import type { WorkflowMail } from './services.ts'

/**
 * Sends a mail by the mail server of the service. After a crash it may be sent again, with the same Message-ID, so that mail programs
 * show it once.
 */
export const mail: NodeType = {
  check: (checking) => [
    ...required(checking, 'to'),
    ...required(checking, 'subject'),
    ...required(checking, 'text'),
    ...oneOf(checking, 'format', formats),
  ],
  needsMail: true,
  createRun:
    ({ mails }) =>
    async ({ config, executionId, state, nowMs }) => {
      if (!mails) throw new NodeError('no_mail', 'The service has no mail server; an operator sets MARQUEE_SMTP_URL.')
      const { broadcast_id: broadcastId, user_id: userId } = state.row
      const message = messageOf(config, executionId)
      const { to } = message
      if (!(await mails.draw(userId, to.length, nowMs)))
        throw new NodeError('mail_limit', 'The account has reached its limit of mails for today.')
      const html = config.format === 'markdown' ? await mails.render(broadcastId, message.text) : undefined
      const sent = await mails.send({ ...message, ...(html !== undefined && { html }) }).catch((error: unknown) => {
        throw new NodeError('mail_failed', failureOf(error))
      })
      return { output: { to, subject: message.subject, refused: sent.refused } }
    },
}

function messageOf(config: Record<string, unknown>, id: string): WorkflowMail {
  const { to, subject, text, replyTo } = config
  return {
    id,
    to: recipientsOf(to),
    subject: lineOf(subject),
    text: textOf(text),
    ...(replyTo != null && replyTo !== '' && { replyTo: addressOf(replyTo, 'replyTo') }),
  }
}

/** A list, or a text with commas. */
function recipientsOf(to: unknown): string[] {
  const given: unknown[] = typeof to === 'string' ? to.split(/[,;\n]/).filter((one) => one.trim() !== '') : [to].flat()
  const addresses = [...new Set(given.map((one) => addressOf(one, 'to')))]
  if (addresses.length === 0) throw new NodeError('invalid_config', 'to must have at least one address')
  if (addresses.length > maxRecipients)
    throw new NodeError(
      'invalid_config',
      `to must have at most ${maxRecipients} addresses, and has ${addresses.length}`,
    )
  return addresses
}

function addressOf(value: unknown, field: string): string {
  const address = typeof value === 'string' ? value.trim() : ''
  if (address.length <= maxAddress && addressPattern.test(address)) return address
  throw new NodeError('invalid_config', `${field} must be an e-mail address such as ada@festival.example`)
}

/** One line, because a header ends with it. */
function lineOf(subject: unknown): string {
  const line = typeof subject === 'string' ? subject.trim() : ''
  if (line !== '' && [...line].length <= maxSubject && !/\p{Cc}/u.test(line)) return line
  throw new NodeError('invalid_config', `subject must be one line of 1 to ${maxSubject} characters`)
}

function textOf(text: unknown): string {
  const body = typeof text === 'string' || typeof text === 'number' ? String(text) : ''
  if (body !== '' && Buffer.byteLength(body) <= maxTextBytes) return body
  throw new NodeError('invalid_config', `text must be a text of 1 to ${maxTextBytes} bytes`)
}

/** The response of the mail server, which names no password, and otherwise only that it is out of reach. */
function failureOf(error: unknown): string {
  const { responseCode, response }: { responseCode?: unknown; response?: unknown } = Object(error)
  if (typeof responseCode !== 'number' || responseCode === 535) return 'The mail server cannot be reached or used.'
  return `The mail server refused the mail: ${String(response).slice(0, maxResponse)}`
}

const formats = ['text', 'markdown']
const maxRecipients = 50
const maxAddress = 254
const maxSubject = 200
const maxTextBytes = 100_000
const maxResponse = 300
/** As browsers check addresses. */
const addressPattern =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
