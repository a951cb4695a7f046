import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { invalid } from '@marquee/model'
import createParser from 'busboy'
import { AppError } from '../base/errors.ts'
import { requireFileName } from './address.ts'
import { type Incoming, maxFileBytes, type Received } from './incoming.ts'

/** A parsed form: files in temporary storage, and texts by field name. */
export interface Form {
  files: { file: Received; fileName: string }[]
  texts: Map<string, string[]>
}

export const maxFiles = 10
/** The size of a form with the maximum number of files of the maximum size. */
export const maxFormBytes = maxFiles * maxFileBytes + 1_048_576

/** Parses a form as a stream, without a whole file in memory. On any error everything received is removed. */
export async function readForm(headers: IncomingHttpHeaders, body: Readable, incoming: Incoming): Promise<Form> {
  const arriving: Promise<Received>[] = []
  const names: string[] = []
  const texts = new Map<string, string[]>()
  const parser = openParser(headers)
  try {
    await new Promise<void>((resolve, reject) => {
      const onAborted = () =>
        reject(new AppError('malformed_request', 'The request ended before its body was complete.'))
      parser
        .on('file', (_field, stream, { filename }) => {
          const receiving = arriving.length
          // A truncated form emits an error on each of its files, also on those no longer read.
          stream.on('error', () => {})
          const file = incoming.receive(stream)
          arriving.push(file)
          file.catch((error: unknown) => reject(isTruncatedForm(error) ? malformed() : error))
          try {
            names.push(requireFileName(filename ?? 'file', `/files/${receiving}`))
          } catch (error) {
            reject(error)
          }
        })
        .on('field', (name, value, { valueTruncated, nameTruncated }) => {
          if (valueTruncated || nameTruncated) reject(invalid(`/${name.slice(0, 100)}`, 'too_large', 'is too long'))
          texts.set(name, [...(texts.get(name) ?? []), value])
        })
        .on('filesLimit', () => reject(invalid('/files', 'max_items', `can be at most ${maxFiles} at once`)))
        .on('fieldsLimit', () => reject(invalid('', 'max_items', 'has too many fields')))
        .on('partsLimit', () => reject(invalid('', 'max_items', 'has too many parts')))
        .on('error', () => reject(malformed()))
        .on('close', resolve)
      body.once('error', onAborted).once('aborted', onAborted)
      body.pipe(parser)
    })
    const files = await Promise.all(arriving)
    return { files: files.map((file, index) => ({ file, fileName: names[index] ?? 'file' })), texts }
  } catch (error) {
    // The rest is read and discarded, so that the client receives the response.
    body.unpipe(parser)
    body.resume()
    parser.destroy()
    const came = await Promise.allSettled(arriving)
    for (const one of came) if (one.status === 'fulfilled') await one.value.discard()
    throw error
  }
}

const malformed = () => new AppError('malformed_request', 'The body is not a well-formed form.')

/** Neither an AppError nor an error of the disk: the form ended in the middle of a file. */
const isTruncatedForm = (error: unknown) =>
  error instanceof Error && !(error instanceof AppError) && !('syscall' in error)

function openParser(headers: IncomingHttpHeaders): createParser.Busboy {
  try {
    return createParser({
      headers,
      // Otherwise busboy would silently strip paths from names.
      preservePath: true,
      defParamCharset: 'utf8',
      limits: {
        // `incoming` enforces the limit; one byte more lets it notice.
        fileSize: maxFileBytes + 1,
        files: maxFiles,
        fields: 2 * maxFiles,
        parts: 3 * maxFiles,
        fieldSize: 65_536,
        headerPairs: 20,
      },
    })
  } catch {
    throw new AppError('malformed_request', 'The form does not say where its parts begin.')
  }
}
