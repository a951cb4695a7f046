import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Reads the next request of a connection a little later when one was refused. Clients that ask again and again would otherwise take the
 * time that the accepted requests need, with refusals alone; those that wait as long as `Retry-After` says do not notice.
 */
export interface RefusedConnections {
  /** Pauses the connection of a request when that has been answered. */
  pause(request: IncomingMessage, response: ServerResponse): void
}

export function createRefusedConnections(): RefusedConnections {
  const dueMs = new Map<Socket, number>()
  let timer: NodeJS.Timeout | undefined

  const resumeDue = () => {
    const nowMs = performance.now()
    for (const [socket, due] of dueMs) {
      if (due > nowMs) return
      dueMs.delete(socket)
      socket.resume()
    }
    clearInterval(timer)
    timer = undefined
  }
  const pause = (socket: Socket) => {
    if (socket.destroyed) return
    socket.pause()
    // Again at the end, if another request had arrived before.
    dueMs.delete(socket)
    dueMs.set(socket, performance.now() + pauseMs)
    timer ??= setInterval(resumeDue, tickMs)
  }
  return {
    pause(request, response) {
      const { socket } = request
      // Not before: Node reads the rest of the request, and resumes the socket for it.
      response.once('close', () => (request.complete ? pause(socket) : request.once('end', () => pause(socket))))
    },
  }
}

export const pauseMs = 250
const tickMs = 10
