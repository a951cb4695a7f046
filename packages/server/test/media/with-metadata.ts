import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { chunk, picture } from './samples.ts'

/** Metadata that must be visible only to editors. */
export const secret = 'Villa-Mimosa-43.5528N-7.0174E'

const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="${secret}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/** A rotated image with EXIF that names a person and a place, XMP and a custom color profile. */
export async function photo(format: 'jpeg' | 'png' | 'webp' | 'avif', orientation = 6): Promise<Buffer> {
  return sharp(await picture('png', { width: 120, height: 80 }))
    .withExif({
      IFD0: { Artist: secret, ImageDescription: secret },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '43/1 33/1 10/1', GPSLongitudeRef: 'E', GPSLongitude: '7/1 1/1 2/1' },
    })
    .withMetadata({ orientation })
    .withXmp(xmp)
    .withIccProfile('p3')
    .toFormat(format, format === 'jpeg' ? { progressive: true } : {})
    .toBuffer()
}

const segment = (code: number, data: Buffer) => {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** A JPEG with other metadata of cameras and programs: IPTC, comments, thumbnails, a second image after the first. */
export async function crowdedJpeg(): Promise<Buffer> {
  const bytes = await photo('jpeg')
  const thumbnail = Buffer.concat([Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\x08\x04', 'latin1'), filled(8 * 4 * 3)])
  const extra = [
    segment(0xe0, thumbnail),
    segment(0xed, Buffer.from(`Photoshop 3.0\x008BIM\x04\x04\0\0\0\0${secret}`, 'latin1')),
    segment(0xe2, Buffer.from(`MPF\0${secret}`, 'latin1')),
    segment(0xeb, Buffer.from(`JP\0\0${secret}`, 'latin1')),
    segment(0xfe, Buffer.from(secret)),
  ]
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]))
  const between = segment(0xfe, Buffer.from(secret))
  return Buffer.concat([
    bytes.subarray(0, 2),
    ...extra,
    bytes.subarray(2, scan),
    between,
    bytes.subarray(scan),
    await photo('jpeg'),
  ])
}

const filled = (length: number) => Buffer.alloc(length, secret)

/** A PNG with texts in all forms, a time, a private chunk, and trailing data. */
export async function crowdedPng(): Promise<Buffer> {
  const bytes = await photo('png')
  const body = bytes.subarray(8 + 25)
  return Buffer.concat([
    bytes.subarray(0, 8 + 25),
    chunk('tEXt', Buffer.from(`Author\0${secret}`)),
    chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(secret)])),
    chunk('iTXt', Buffer.from(`Location\0\0\0\0\0${secret}`)),
    chunk('tIME', Buffer.from([7, 0xea, 7, 4, 18, 0, 0])),
    chunk('caBX', Buffer.from(secret)),
    body,
    Buffer.from(secret),
  ])
}

/** An animated GIF with a comment, XMP and a loop count. */
export async function crowdedGif(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00'].map((color) => picture('png', { width: 20, height: 10, color })),
  )
  const bytes = await sharp(frames, { join: { animated: true } })
    .gif({ loop: 3, delay: [100, 100] })
    .toBuffer()
  const start = 13 + (((bytes[10] ?? 0) & 0x80) > 0 ? 3 * 2 ** (((bytes[10] ?? 0) & 7) + 1) : 0)
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), Buffer.from(secret), Buffer.from([0])])
  const magic = Buffer.from([1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0])
  const note = Buffer.concat([Buffer.from('\x21\xff\x0bXMP DataXMP', 'latin1'), Buffer.from(xmp), magic])
  return Buffer.concat([bytes.subarray(0, start), comment, note, bytes.subarray(start), Buffer.from(secret)])
}

/** An SVG with metadata, a comment and an embedded photo. */
export async function crowdedSvg(): Promise<string> {
  const inside = (await photo('jpeg')).toString('base64')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><!-- ${secret} --><metadata>${secret}</metadata><image href="data:image/jpeg;base64,${inside}" width="10" height="10"/></svg>`
}

/** HEIC has the same container as AVIF; only the image encoding differs. */
export async function heic(): Promise<Buffer> {
  const bytes = Buffer.from(await photo('avif'))
  bytes.write('heic', 8, 'latin1')
  for (let at = bytes.indexOf('avif', 16); at > 0 && at < bytes.readUInt32BE(0); at = bytes.indexOf('avif', at))
    bytes.write('heic', at, 'latin1')
  return bytes
}

export const box = (type: string, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** A video as recorded by a phone: with its position in two metadata formats, and in a box of another program. */
export function film(brand: 'isom' | 'qt  ' | 'M4A '): Buffer {
  return Buffer.concat([
    box('ftyp', brand, '\0\0\x02\0', brand),
    box('free', secret),
    box('mdat', 'the frames'),
    box(
      'moov',
      box('mvhd', Buffer.alloc(100)),
      box('trak', box('tkhd', Buffer.alloc(84)), box('udta', box('name', 'Commentary'), box('cprt', secret))),
      box('udta', box('\xa9xyz', secret), box('meta', '\0\0\0\0', box('ilst', 'The title'))),
      box('meta', box('keys', 'com.apple.quicktime.location.ISO6709'), box('ilst', secret)),
    ),
    box('uuid', secret),
  ])
}
