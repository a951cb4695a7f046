import pino, { type Logger } from 'pino'
import type { LogLevel } from './config.ts'

/** Structured lines on standard error. Nothing secret is ever handed to it; these names are a second lock. */
export function createLog(level: LogLevel): Logger {
  const destination = pino.destination({ fd: 2, sync: true })
  // A log on a full disk loses lines; it must not end the service.
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
