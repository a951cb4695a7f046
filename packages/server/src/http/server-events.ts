import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '../base/errors.ts'
import type { Admission } from './admission.ts'
import type { FastPath } from './fast-path.ts'
import { routedMethod } from './other-methods.ts'
import { createOverloadQueue } from './overload-queue.ts'
import { overloaded, problemOf } from './problem.ts'
import { createRefusedConnections } from './refused-connections.ts'
import { newRequestId } from './request-id.ts'
import { toOriginForm } from './request-target.ts'
import { securityHeaders } from './security-headers.ts'
import { toSiteTarget } from './site-target.ts'

/** Puts the fast path, if there is one, and refusals under overload in front of the framework, and handles the events that the framework does not listen to. */
export function prepareServer(
  server: Server,
  fastPath: FastPath | undefined,
  isDomain: (host: string) => boolean,
  admission: Admission,
): void {
  // Node silently drops headers beyond a thousand, such as a second Host. Their size is limited anyway.
  server.maxHeadersCount = 0
  const framework = server.listeners('request')
  const work = (request: IncomingMessage, response: ServerResponse) => {
    request.method = routedMethod(request.method)
    for (const listener of framework) listener.call(server, request, response)
  }
  const answerRefused = refuserWith(overloaded)
  const connections = createRefusedConnections()
  const refuse = (request: IncomingMessage, response: ServerResponse) => {
    admission.countRefused()
    connections.pause(request, response)
    answerRefused(request, response)
  }
  const queue = createOverloadQueue(admission, { work, refuse })
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    toOriginForm(request)
    toSiteTarget(request, isDomain)
    if (fastPath?.(request, response)) return
    const isWaiting = admission.isFull() || !queue.isEmpty()
    if (!isWaiting || isHealthCheck(request)) work(request, response)
    else if (!queue.add(request, response)) refuse(request, response)
  })
  server.on('checkExpectation', refuseExpectation)
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    // Node stops listening to a socket that it hands over. A client that resets it would end the service.
    socket.on('error', () => socket.destroy())
    const allow = { allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' }
    endWithProblem(socket, new AppError('method_not_allowed', 'This service is not a proxy.', { headers: allow }))
  })
}

const isHealthCheck = ({ url }: IncomingMessage) => url === '/livez' || url === '/readyz'

/** Refuses requests with a problem of which everything but the id is written beforehand: many are refused at once. */
function refuserWith(problem: AppError): (request: IncomingMessage, response: ServerResponse) => void {
  const parts = JSON.stringify(problemOf(problem, idPlace)).split(idPlace)
  const headers = Object.entries({
    ...securityHeaders,
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...problem.details.headers,
  }).flat()
  return (request, response) => {
    const id = newRequestId(request)
    const body = parts.join(id)
    // An id is ASCII, and so is the problem. The rest of a long body is not read.
    const own = ['content-length', String(body.length), 'x-request-id', id]
    if (isLong(request)) own.push('connection', 'close')
    response.writeHead(problem.status, headers.concat(own)).end(body, 'latin1')
  }
}

const idPlace = '{id}'
/** Only `Expect: 100-continue` is supported. */
const refuseExpectation = refuserWith(
  new AppError('expectation_failed', 'The expectation of the request is not supported.'),
)

const isLong = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 65_536

/** Malformed HTTP never reaches a route; it still gets a problem document. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const isHeaderOverflow = error.code === 'HPE_HEADER_OVERFLOW'
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const problem = isTimeout
    ? new AppError('request_timeout', 'The request took too long to arrive.')
    : isHeaderOverflow
      ? new AppError('header_too_large', 'The header of the request is too large.')
      : new AppError('malformed_request', 'This is not a well-formed HTTP request.')
  endWithProblem(socket, problem)
}

function endWithProblem(socket: Socket, problem: AppError): void {
  const body = JSON.stringify(problemOf(problem, newRequestId()))
  const headers = {
    ...securityHeaders,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...problem.details.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${problem.status} Error\r\n${lines.join('')}\r\n${body}`)
}
