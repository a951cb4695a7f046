import { Readable } from 'node:stream'
import { cropText, exampleRecord, invalid, kinds, recordSchema } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import { disposition, mediaPath } from '../../media/address.ts'
import type { Media } from '../../media/media.ts'
import { maxFormBytes } from '../../media/multipart.ts'
import {
  type Asked,
  chooseRendition,
  fits,
  formats,
  isNegotiated,
  maxSize,
  renditionName,
} from '../../media/renditions.ts'
import { isRaster, isShownInline, svgType, unknownType } from '../../media/sniff.ts'
import type { ServedFile } from '../../store/records/media.ts'
import { sendFile } from '../file-answer.ts'
import type { RunOnce } from '../idempotent.ts'
import { choice, type Param } from '../params.ts'
import { type Call, forMembers, open, type Route } from '../route.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'
import { idOf } from './kind-routes.ts'

export interface MediaRouteParts {
  media: Media
  runOnce: RunOnce
}

const kind = kinds.media
const cropPattern = /^(?:0(?:\.\d{1,4})?|1)(?:,(?:0(?:\.\d{1,4})?|1)){3}$/

/** Files: uploads, and how they are served. */
export function mediaRoutes(parts: MediaRouteParts): Route[] {
  return [uploadRoute(parts), originalRoute(parts), fileRoute(parts)]
}

function uploadRoute({ media, runOnce }: MediaRouteParts): Route {
  return forMembers('content.write', {
    method: 'POST',
    path: `${broadcastPath}/${kind.plural}/upload`,
    tag: kind.name,
    summary: 'Upload files, each of which becomes a media',
    upload: { schema: uploadSchema, maxBytes: maxFormBytes },
    answers: {
      201: {
        description: 'The media, in the order of the files. When one file is refused, all are.',
        schema: {
          type: 'object',
          required: ['data'],
          properties: { data: { type: 'array', items: recordSchema(kind) } },
        },
        example: { data: [exampleRecord(kind)] },
      },
    },
    async handle(call) {
      const { membership, principal } = call
      const upload = await media.receive(call.headers, call.request.raw)
      try {
        return await media.keepAll(membership, actorOf(principal), upload.wanted, (attach) =>
          // Two uploads are equal when their files and texts are; the multipart boundary differs every time.
          runOnce(
            { ...call, rawBody: upload.fingerprint },
            scopeOf(call),
            async (tx) => ({ answer: { status: 201, json: { data: await attach(tx) } } }),
            membership.broadcastId,
          ),
        )
      } finally {
        await upload.discard()
      }
    },
  })
}

const uploadSchema = {
  title: 'MediaUpload',
  type: 'object',
  required: ['files'],
  properties: {
    files: {
      type: 'array',
      minItems: 1,
      maxItems: 10,
      description: 'Up to ten files of 50 MiB, under any field name. Their types are told from their bytes.',
      items: { type: 'string', contentMediaType: 'application/octet-stream' },
    },
    alt: { type: 'string', description: 'Alternative text: once for all files, or once for each, in their order.' },
    focalPoint: {
      type: 'string',
      contentMediaType: 'application/json',
      description:
        'The focal point, which stays visible when an image is cropped: `{"x":0.5,"y":0.3}`. Once for all files, or once for each.',
    },
  },
}

function originalRoute({ media }: MediaRouteParts): Route {
  return forMembers('originals.read', {
    method: 'GET',
    path: `${broadcastPath}/${kind.plural}/:${kind.name}Id/original`,
    tag: kind.name,
    summary: 'The file of a media as it was uploaded, with its metadata',
    answers: {
      200: { description: 'The file.', contentType: 'application/octet-stream' },
      206: { description: 'The range of the file that `Range` requests.', contentType: 'application/octet-stream' },
      404: { description: 'It does not exist, or its file is not stored here.' },
      416: { description: 'The file does not have that range.' },
    },
    async handle(call) {
      const file = await media.requireOriginal(call.membership.broadcastId, idOf(call.params, kind))
      const { hash, mimeType, fileName, size: bytes } = file
      await sendFile(call, {
        size: bytes,
        etag: `"${hash.slice(0, 32)}"`,
        headers: {
          ...safely(mimeType),
          'cross-origin-resource-policy': 'same-origin',
          // It may contain the position of somebody's home.
          'cache-control': 'private, no-store',
          'content-disposition': disposition('attachment', fileName, mimeType),
        },
        open: (part) => media.openOriginal(file, part),
      })
      return undefined
    },
  })
}

function fileRoute({ media }: MediaRouteParts): Route {
  return open(
    'Apps and websites show media to everybody, by addresses that cannot be guessed.',
    {
      method: 'GET',
      path: `${mediaPath}/:mediaId/:file`,
      tag: kind.name,
      summary: 'The file of a media, or a picture in another size or format',
      params: {
        w: size('Width of the box, in pixels; rounded up to the next available width.'),
        h: size('Height of the box, in pixels.'),
        fit: choice(fits, {
          default: 'contain',
          description: '`cover` fills the box and crops around the focal point.',
        }),
        crop: cropParam,
        format: choice(formats, { default: null, description: '`auto` selects the best format that `Accept` allows.' }),
      },
      answers: {
        200: { description: 'The file.', contentType: 'application/octet-stream' },
        206: { description: 'The range of the file that `Range` requests.', contentType: 'application/octet-stream' },
        404: { description: 'It does not exist, or no longer.' },
        416: { description: 'The file does not have that range.' },
        429: { description: 'Too many requests.' },
        503: { description: 'Too many images are being rendered, or the storage cannot be reached.' },
      },
      async handle(call) {
        const file = await media.require(call.params.mediaId ?? '', call.params.file ?? '')
        const asked: Asked = call.query
        if (isWhole(file, asked)) await sendWhole(media, call, file)
        else await sendRendition(media, call, file, asked)
        return undefined
      },
    },
    'files',
  )
}

/** An SVG scales to any size. */
function isWhole({ mimeType }: ServedFile, { w, h, format, crop }: Asked): boolean {
  if (w === null && h === null && format === null && crop === null) return true
  if (mimeType === svgType && (format === null || format === 'auto')) return true
  if (isRaster(mimeType)) return false
  const at = format !== null ? '?format' : crop !== null ? '?crop' : '?w'
  throw invalid(at, 'unsupported', 'is for images only; this file is sent unchanged')
}

/** The bytes under this URL never change, so clients can cache them for good. */
function sendWhole(media: Media, call: Call, file: ServedFile): Promise<void> {
  const { strippedHash: hash, mimeType, fileName, strippedSize: bytes } = file
  return sendFile(call, {
    size: bytes,
    etag: `"${hash.slice(0, 32)}"`,
    headers: {
      ...safely(mimeType),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': disposition(isShownInline(mimeType) ? 'inline' : 'attachment', fileName, mimeType),
    },
    open: (part) => media.open(file, part),
  })
}

async function sendRendition(media: Media, call: Call, file: ServedFile, asked: Asked): Promise<void> {
  const picture = { ...file, width: file.width ?? 1, height: file.height ?? 1 }
  const rendition = chooseRendition(picture, asked, call.headers.accept ?? '')
  const isCurrent = asked.crop === null || (file.crop !== null && asked.crop === cropText(file.crop))
  const bytes = await media.render(file, rendition)
  const mimeType = `image/${rendition.format}`
  await sendFile(call, {
    size: bytes.length,
    etag: `"${file.strippedHash.slice(0, 32)}-${renditionName(rendition)}"`,
    headers: {
      ...safely(mimeType),
      // Editors move the focal point. A page may still have the address of an earlier crop, and gets the current one.
      'cache-control': rendition.isCropped || !isCurrent ? 'public, max-age=300' : 'public, max-age=31536000',
      'content-disposition': disposition('inline', file.fileName, mimeType),
      ...(isNegotiated(asked) && { vary: 'Accept' }),
    },
    open: async (part) => Readable.from([part ? bytes.subarray(part.first, part.last + 1) : bytes]),
  })
}

/** Whatever a file contains, it is served with the detected type, executes nothing, and any page may embed it. */
const safely = (mimeType: string) => ({
  'content-type': contentType(mimeType),
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    mimeType === svgType
      ? "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
      : "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
})

/** The type of markup is never sent: no client needs it, and no browser may render it. */
function contentType(mimeType: string): string {
  if (mimeType === 'text/html' || mimeType === 'application/xml') return unknownType
  return /^text\/|json$/.test(mimeType) ? `${mimeType}; charset=utf-8` : mimeType
}

const cropParam: Param<string | null> = {
  schema: { type: 'string', pattern: cropPattern.source },
  description:
    'The `crop` of the media as `x,y,width,height`, at most four decimals each. It applies the current crop; another value is only cached for a shorter time. Without it the picture is whole.',
  default: null,
  parse(text, at) {
    if (!cropPattern.test(text)) throw invalid(at, 'format', 'must be four shares of 0 to 1, such as 0.1,0,0.8,0.9')
    return text
  },
}

function size(description: string): Param<number | null> {
  return {
    schema: { type: 'integer', minimum: 1, maximum: maxSize },
    description,
    default: null,
    parse(text, at) {
      const value = /^\d{1,5}$/.test(text) ? Number(text) : 0
      if (value < 1 || value > maxSize) throw invalid(at, 'range', `must be a whole number from 1 to ${maxSize}`)
      return value
    },
  }
}
