import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** Delivers the mail to the SMTP server, or throws. */
  send(mail: Mail): Promise<void>
  /** Waits for pending mails, at most as long as the timeouts. */
  close(): Promise<void>
}

/** Sends plain text through an SMTP server: `smtp://user:password@host:587` (STARTTLS if offered) or `smtps://...`. */
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
  const sending = new Set<Promise<unknown>>()

  return {
    async send({ to, subject, text }) {
      // As an object the address is not parsed, so it cannot be a list of addresses.
      const sent = transport.sendMail({ to: { name: '', address: to }, subject, text })
      sending.add(sent)
      await sent.finally(() => sending.delete(sent))
    },
    async close() {
      await Promise.allSettled(sending)
      transport.close()
    },
  }
}
