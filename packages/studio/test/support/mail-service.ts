import { startService, type TestService } from '../../../server/test/support/service.ts'
import { openSmtpReceiver, type SmtpReceiver } from '../../../server/test/support/smtp-receiver.ts'

/** A service that can send mails, unlike that of `startStudio`, and their receiver. */
export interface MailService {
  service: TestService
  receiver: SmtpReceiver
  stop(): Promise<void>
}

export async function startMailService(): Promise<MailService> {
  const receiver = await openSmtpReceiver()
  const service = await startService({ MARQUEE_SMTP_URL: receiver.url })
  return {
    service,
    receiver,
    async stop() {
      await service.stop()
      await receiver.close()
    },
  }
}
