import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** An image of one color, with another one in its upper left quarter. */
export async function picture(
  format: 'png' | 'jpeg' | 'webp' | 'avif' | 'gif',
  { width = 400, height = 300, color = '#336699', corner = '#ff0000' } = {},
): Promise<Buffer> {
  const quarter = { width: Math.floor(width / 2), height: Math.floor(height / 2), channels: 3 as const }
  return sharp({ create: { width, height, channels: 3, background: color } })
    .composite([{ input: { create: { ...quarter, background: corner } }, left: 0, top: 0 }])
    .toFormat(format)
    .toBuffer()
}

/** A PNG with a custom header and custom data. */
export function handmadePng(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

/** The smallest file with the header of a TrueType or OpenType font. */
export function font(version = '\0\x01\0\0'): Buffer {
  const bytes = Buffer.alloc(12 + 3 * 16 + 64)
  bytes.write(version, 0, 'latin1')
  bytes.writeUInt16BE(3, 4)
  for (const [index, name] of ['cmap', 'head', 'name'].entries()) bytes.write(name, 12 + 16 * index, 'latin1')
  return bytes
}

/** The end record of a ZIP directory. */
export function archiveEnd(): Buffer {
  return Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
}

export interface Sent {
  name: string
  bytes: Buffer | string
  type?: string
}

/** A form with files, as sent by a browser. */
export function formOf(files: Sent[], texts: [string, string][] = []): FormData {
  const form = new FormData()
  for (const [name, value] of texts) form.append(name, value)
  for (const { name, bytes, type = 'application/octet-stream' } of files)
    form.append('files', new Blob([new Uint8Array(Buffer.from(bytes))], { type }), name)
  return form
}

/** A handwritten form, for input that no browser sends. */
export function rawForm(parts: { head: string; body: Buffer | string }[], end = '--x--\r\n'): Buffer {
  const written = parts.map(({ head, body }) =>
    Buffer.concat([Buffer.from(`--x\r\n${head}\r\n\r\n`, 'latin1'), Buffer.from(body), Buffer.from('\r\n')]),
  )
  return Buffer.concat([...written, Buffer.from(end)])
}

export const rawFormType = 'multipart/form-data; boundary=x'

/** A frame of silence, 417 bytes long. */
export function mp3(): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x00])
  return Buffer.concat([frame, frame])
}
