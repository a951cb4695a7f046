import { createTransport } from 'nodemailer'

export interface Mail {
  /** An address, or several that see each other. */
  to: string | string[]
  subject: string
  text: string
  /** The same as HTML. */
  html?: string
  replyTo?: string
  /** A mail that is sent again with the same id is a duplicate, which mail programs show once. */
  id?: string
}

export interface SentMail {
  /** The recipients that the server refused; it accepted the others. */
  refused: string[]
}

export interface Mailer {
  /** Delivers the mail to the SMTP server, or throws. */
  send(mail: Mail): Promise<SentMail>
  /** Waits for pending mails, at most as long as the timeouts. */
  close(): Promise<void>
}

/** Sends mails through an SMTP server: `smtp://user:password@host:587` (STARTTLS if offered) or `smtps://...`. */
export function createMailer({ smtpUrl, from }: { smtpUrl: string; from: string }): Mailer {
  const transport = createTransport(
    {
      url: smtpUrl,
      dnsTimeout: 5_000,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  const sending = new Set<Promise<unknown>>()

  return {
    async send({ to, subject, text, html, replyTo, id }) {
      // As an object an address is not parsed, so it cannot be a list of addresses.
      const addressed = (address: string) => ({ name: '', address })
      const sent = transport.sendMail({
        to: [to].flat().map(addressed),
        subject,
        text,
        ...(html !== undefined && { html }),
        ...(replyTo !== undefined && { replyTo: addressed(replyTo) }),
        ...(id !== undefined && { messageId: `<${id}@${domain}>` }),
        // No reply by a machine, such as that somebody is on holiday.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      sending.add(sent)
      const { rejected } = await sent.finally(() => sending.delete(sent))
      return { refused: rejected }
    },
    async close() {
      await Promise.allSettled(sending)
      transport.close()
    },
  }
}
