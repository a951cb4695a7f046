import pino, { type Logger } from 'pino'
import type { LogLevel } from './config.ts'

/** Structured log on standard error. Secrets are never passed to it; the redaction is a second line of defense. */
export function createLog(level: LogLevel): Logger {
  const destination = pino.destination({ fd: 2, sync: true })
  // On a full disk log lines are lost; that must not end the service.
  destination.on('error', () => {})
  return pino(
    {
      level,
      redact: {
        paths: ['authorization', 'password', 'secret', 'key', 'cookie', 'x-api-key'].flatMap((name) => [
          `["${name}"]`,
          `*["${name}"]`,
          `headers["${name}"]`,
        ]),
        censor: '[hidden]',
      },
    },
    destination,
  )
}
