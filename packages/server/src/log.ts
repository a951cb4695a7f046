import pino, { type Logger } from 'pino'
import type { LogLevel } from './config.ts'

/** Structured lines on standard error. Nothing secret is ever handed to it; these names are a second lock. */
export function createLog(level: LogLevel): Logger {
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
    pino.destination({ fd: 2, sync: true }),
  )
}
