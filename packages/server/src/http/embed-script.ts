import type { FastifyInstance } from 'fastify'
import { notFound } from '../base/errors.ts'
import type { AppBuild } from '../site/app-build.ts'
import { readBuiltFiles, sendBuiltFile } from './built-files.ts'
import { etagOf, isKnown } from './etag.ts'

/** The script that other websites load. Its address never changes, so it is cached for minutes and then asked for by its ETag. */
export function addEmbedScript(app: FastifyInstance, build: AppBuild | undefined): void {
  const file = build && readBuiltFiles(build.embedDir)?.get('embed.js')
  const etag = file && `W/${etagOf(file.plain.toString())}`
  app.get('/embed.js', async (request, reply) => {
    if (!file || !etag) throw notFound()
    const headers = {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
      etag,
    }
    if (isKnown(request.headers['if-none-match'], etag.slice(2))) return reply.code(304).headers(headers).send()
    return sendBuiltFile(request, reply, file, headers)
  })
}
