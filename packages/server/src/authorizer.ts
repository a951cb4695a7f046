import type { FastifyRequest } from 'fastify'
import { createRateLimiter, type RateLimiter } from './access/rate-limit.ts'
import { isoNow } from './base/clock.ts'
import { type Authorizer, createAuthorizer } from './http/authorize.ts'
import type { Platform } from './platform.ts'
import { appendAccountAudit } from './store/control/account-audit.ts'
import { drawShare } from './store/control/rate-windows.ts'

export interface Limiters {
  /** Per API key. Like the others, undefined when the limit is off. */
  limiter: RateLimiter | undefined
  /** For anonymous visitors, per IP address. */
  visits: { reads: RateLimiter | undefined; writes: RateLimiter | undefined; files: RateLimiter | undefined }
}

export function createLimiters({ config, clock, control }: Platform): Limiters {
  const draw = config.isAlone
    ? {}
    : {
        draw: (subject: string, startMs: number, wanted: number, limit: number) =>
          drawShare(control, subject, startMs, wanted, limit),
      }
  const perAddress = (rate: typeof config.publicReadLimit) => rate && createRateLimiter({ clock, rate })
  return {
    limiter: config.rateLimit && createRateLimiter({ clock, rate: config.rateLimit, ...draw }),
    visits: {
      reads: perAddress(config.publicReadLimit),
      writes: perAddress(config.publicWriteLimit),
      // Separate, because a page loads dozens of images, which must not use up the limit of reads.
      files: perAddress(config.publicReadLimit),
    },
  }
}

/** Who may do what in this service. */
export function createServiceAuthorizer(platform: Platform, limiters = createLimiters(platform)): Authorizer {
  const { config, clock, db, control, keys, members, signIn } = platform
  return createAuthorizer({
    keys,
    members,
    ...limiters,
    openSite: (address, previewToken) => platform.sites.open(db, address, previewToken),
    findPerson: (headers) => signIn.findPerson(headers),
    failures: createRateLimiter({ clock, rate: { limit: 300, windowSeconds: 60 } }),
    onRefusedAuthentication(address) {
      const entry = {
        action: 'authentication.refused',
        actor: { type: 'anonymous' as const },
        details: { address },
        at: isoNow(clock),
      }
      appendAccountAudit(control, entry).catch(() => {})
    },
    isSameOrigin: (request) => isSameOrigin(request, config.baseUrl),
  })
}

function isSameOrigin(request: FastifyRequest, baseUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined) return origin === baseUrl || origin === `${request.protocol}://${request.host}`
  return site === 'same-origin'
}
