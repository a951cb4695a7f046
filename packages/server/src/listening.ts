import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartupError } from './base/errors.ts'
import type { Config } from './config.ts'

/**
 * Throws when the service cannot listen on its addresses. A worker never tries: as soon as it listened, the primary would hand it a
 * connection, which would be lost when it stopped.
 */
export async function requireFreePorts({
  host,
  port,
  metrics,
}: Pick<Config, 'host' | 'port' | 'metrics'>): Promise<void> {
  if (!cluster.isPrimary) return
  await requireFreePort({ host, port })
  if (metrics) await requireFreePort(metrics, 'MARQUEE_METRICS_')
}

/** `prefix` is the prefix of the options that set the address. */
async function requireFreePort({ host, port }: { host: string; port: number }, prefix = ''): Promise<void> {
  const server = createServer().listen({ host, port })
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw listenFailure(error, { host, port }, prefix)
  })
  server.close()
  await once(server, 'close')
}

/** Explains why an address cannot be listened on, and which option to set. */
export function listenFailure(
  error: Error & { code?: unknown },
  { host, port }: { host: string; port: number },
  prefix = '',
): StartupError {
  const reason = reasons[String(error.code)] ?? `cannot be opened (${error.message}); set PORT or HOST`
  return new StartupError(`Port ${port} on ${host} ${reason.replaceAll(/PORT|HOST/g, `${prefix}$&`)}.`)
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'is in use by another program; set PORT to a free one',
  EACCES: 'may not be opened by this user; set PORT to one above 1023',
  EADDRNOTAVAIL: 'is not an address of this machine; set HOST to one that is',
  ENOTFOUND: 'is not an address of this machine; set HOST to one that is',
}
