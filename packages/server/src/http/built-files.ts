import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file of a build, with the copies that were compressed at build time. */
export interface BuiltFile {
  type: string
  isHashed: boolean
  plain: Buffer
  /** By the name of the encoding. */
  encoded: Map<string, Buffer>
}

/** The files of a folder by name, read once, so that no path leads outside. Undefined when there is no such folder. */
export function readBuiltFiles(folder: string): Map<string, BuiltFile> | undefined {
  let names: string[]
  try {
    names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  } catch {
    return undefined
  }
  const files = new Map<string, BuiltFile>()
  for (const name of names) {
    const type = types[extname(name)]
    if (!type || name.endsWith('manifest.json')) continue
    const encoded = new Map<string, Buffer>()
    for (const [encoding, ending] of encodings) {
      if (names.includes(name + ending)) encoded.set(encoding, readFileSync(join(folder, name + ending)))
    }
    files.set(name, { type, isHashed: name.startsWith('assets/'), plain: readFileSync(join(folder, name)), encoded })
  }
  return files
}

export function sendBuiltFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile,
  headers: Record<string, string>,
): FastifyReply {
  const accepted = new Set(
    (request.headers['accept-encoding'] ?? '').split(',').map((word) => word.trim().split(';')[0]),
  )
  const [encoding] = encodings.find(([name]) => accepted.has(name) && file.encoded.has(name)) ?? []
  reply
    .headers({
      vary: 'Accept-Encoding',
      // The name of a hashed file changes with its content.
      'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      ...headers,
    })
    .type(file.type)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send((encoding && file.encoded.get(encoding)) || file.plain)
}

const encodings: [name: string, ending: string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}
