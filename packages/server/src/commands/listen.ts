import { createServer, type IncomingMessage } from 'node:http'
import { verifyWebhook } from '@marquee/sdk'
import { CommandError } from './command.ts'

export interface ListenOptions {
  port: number
  secret?: string
  forward?: string
}

/** A webhook receiver for development: prints deliveries, verifies their signatures, and forwards them. Runs until SIGINT or SIGTERM. */
export async function listen({ port, secret, forward }: ListenOptions): Promise<void> {
  if (forward !== undefined && !URL.canParse(forward)) throw new CommandError('--forward must be a complete URL.')
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    const verification = await verify(body, request, secret)
    print(body, request, verification)
    const status = verification.isRefused ? 401 : forward === undefined ? 204 : await forwardTo(body, request, forward)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE' ? new CommandError(`Port ${port} is in use; choose another with --port.`) : error,
      ),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}/`
  process.stdout.write(
    [
      `Listening at ${url}`,
      'Register it as a webhook of a service started with MARQUEE_OUTBOUND_ALLOW=127.0.0.1 and MARQUEE_OUTBOUND_ALLOW_HTTP=true.',
      secret === undefined ? 'Signatures are not checked; --secret checks them.' : 'Signatures are checked.',
      '',
    ].join('\n'),
  )
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  server.close()
  server.closeAllConnections()
}

interface Verification {
  text: string
  isRefused: boolean
}

async function verify(body: string, request: IncomingMessage, secret: string | undefined): Promise<Verification> {
  if (secret === undefined) return { text: 'not checked', isRefused: false }
  try {
    await verifyWebhook({ body, headers: request.headers, secret })
    return { text: 'signature holds', isRefused: false }
  } catch (error) {
    return { text: `REFUSED: ${error instanceof Error ? error.message : String(error)}`, isRefused: true }
  }
}

function print(body: string, request: IncomingMessage, verification: Verification): void {
  const time = new Date().toISOString().slice(11, 23)
  process.stdout.write(
    `\n${time}  ${request.headers['webhook-id'] ?? '(no id)'}  ${verification.text}\n${pretty(body)}\n`,
  )
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

async function forwardTo(body: string, request: IncomingMessage, forward: string): Promise<number> {
  const names = [
    'content-type',
    'user-agent',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
    'x-service-signature',
  ]
  const headers = Object.fromEntries(
    names.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]])),
  )
  try {
    const { status } = await fetch(forward, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
    })
    process.stdout.write(`          passed on to ${forward}, which answered ${status}\n`)
    return status
  } catch (error) {
    process.stdout.write(
      `          could not be passed on to ${forward}: ${error instanceof Error ? error.message : String(error)}\n`,
    )
    return 502
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
