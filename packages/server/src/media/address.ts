import { invalid } from '@marquee/model'
import { extensionOf } from './sniff.ts'

/** The last part of a media's public URL: readable, and unguessable without the bytes of the file. */
export function addressName(fileName: string, { hash, mimeType }: { hash: string; mimeType: string }): string {
  const slug = stemOf(fileName)
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '')
  return `${slug === '' ? 'file' : slug}-${hash.slice(0, 32)}.${extensionOf(mimeType)}`
}

export const addressOf = (baseUrl: string, mediaId: string, name: string) => `${baseUrl}${mediaPath}/${mediaId}/${name}`

/** The path under which media are served. */
export const mediaPath = '/media'

/** Validates a file name. Path traversal and names that display as something else are refused. */
export function requireFileName(name: string, pointer: string): string {
  if (name === '' || name === '.' || name === '..' || hidden.test(name))
    throw invalid(pointer, 'file_name', 'has a name with path separators, control or bidirectional characters')
  if ([...name].length > 255) throw invalid(pointer, 'file_name', 'has a name of more than 255 characters')
  return name
}

/** Path separators, control characters, bidirectional overrides and invisible characters. */
const hidden = /[/\\\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]/u

const stemOf = (name: string) => name.replace(/\.[^.]{1,10}$/, '')

/** A `Content-Disposition` that all clients parse alike, whatever characters the name has. */
export function disposition(kind: 'inline' | 'attachment', fileName: string, mimeType: string): string {
  const full = `${stemOf(fileName)}.${extensionOf(mimeType)}`
  const plain = full.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(full.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
