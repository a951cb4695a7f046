import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
}

export interface Mailer {
  /** Hands the mail to the server of `smtpUrl`, or throws. */
  send(mail: Mail): Promise<void>
  /** Waits for the mails that are on their way; the timeouts bound it. */
  close(): Promise<void>
}

/** Sends plain text through an SMTP server: `smtp://user:password@host:587` (STARTTLS where offered) or `smtps://...`. */
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
      // As an object the address is not parsed, so it cannot turn out to be several.
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
