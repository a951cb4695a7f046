import { storageFull } from '../../base/errors.ts'
import type { Db } from '../../store/db.ts'
import { createBody, type EncodedBody } from '../encoded-body.ts'
import { unavailable } from '../problem.ts'
import { open, type Route } from '../route.ts'

/** Liveness and readiness for operators, the OpenAPI document for integrators. */
export function systemRoutes({
  db,
  control,
  isDraining,
  document,
}: {
  db: Db
  control: Db<'control'>
  isDraining(): boolean
  document(): object
}): Route[] {
  let documentBody: Promise<EncodedBody> | undefined
  const plain = { type: 'object', properties: { status: { type: 'string' } } }
  return [
    open('Load balancers call it without signing in.', {
      method: 'GET',
      path: '/livez',
      tag: 'system',
      summary: 'Whether the process is alive',
      answers: { 200: { description: 'It is.', schema: plain } },
      handle: async () => ({ status: 200, json: { status: 'alive' } }),
    }),
    open('Load balancers call it without signing in.', {
      method: 'GET',
      path: '/readyz',
      tag: 'system',
      summary: 'Whether the service accepts requests',
      answers: {
        200: { description: 'It can.', schema: plain },
        503: {
          description: 'It is stopping, the database cannot be reached, or the disk is full and only reads work.',
        },
      },
      async handle() {
        if (isDraining()) throw unavailable('The service is stopping.')
        await Promise.all([db.ping(), control.ping()]).catch(() => {
          throw unavailable('The database cannot be reached at the moment.')
        })
        if (db.isFull()) throw storageFull()
        return { status: 200, json: { status: 'ready' } }
      },
    }),
    open('The description of the API contains no secrets.', {
      method: 'GET',
      path: '/v1/openapi.json',
      tag: 'system',
      summary: 'This API as an OpenAPI 3.1 document',
      answers: { 200: { description: 'The document.', schema: { type: 'object' } } },
      handle: async () => {
        documentBody ??= createBody(JSON.stringify(document()), 'small')
        return {
          status: 200,
          body: await documentBody,
          headers: { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' },
        }
      },
    }),
  ]
}
