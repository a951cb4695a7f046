import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { invalid } from '@marquee/model'
import createParser from 'busboy'
import { AppError } from '../base/errors.ts'
import { requireFileName } from './address.ts'
import { type Incoming, maxFileBytes, type Received } from './incoming.ts'

/** What came in a form: files, each whole and in a place of its own, and texts by the name of their field. */
export interface Form {
  files: { file: Received; fileName: string }[]
  texts: Map<string, string[]>
}

export const maxFiles = 10
/** No form with as many files of the largest size is larger. */
export const maxFormBytes = maxFiles * maxFileBytes + 1_048_576

/** Reads a form as it comes, without ever holding a file in memory. When anything is wrong, none of it stays. */
export async function readForm(headers: IncomingHttpHeaders, body: Readable, incoming: Incoming): Promise<Form> {
  const arriving: Promise<Received>[] = []
  const names: string[] = []
  const texts = new Map<string, string[]>()
  const parser = openParser(headers)
  try {
    await new Promise<void>((resolve, reject) => {
      const brokenOff = () => reject(new AppError('malformed_request', 'The request broke off.'))
      parser
        .on('file', (_field, stream, { filename }) => {
          const receiving = arriving.length
          // A form that ends early tells so each file of it, also those whose reader has gone.
          stream.on('error', () => {})
          const file = incoming.receive(stream)
          arriving.push(file)
          file.catch((error: unknown) => reject(isOfForm(error) ? malformed() : error))
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
        .on('filesLimit', () => reject(invalid('/files', 'max_items', `may be ${maxFiles} at once`)))
        .on('fieldsLimit', () => reject(invalid('', 'max_items', 'has too many fields')))
        .on('partsLimit', () => reject(invalid('', 'max_items', 'has too many parts')))
        .on('error', () => reject(malformed()))
        .on('close', resolve)
      body.once('error', brokenOff).once('aborted', brokenOff)
      body.pipe(parser)
    })
    const files = await Promise.all(arriving)
    return { files: files.map((file, index) => ({ file, fileName: names[index] ?? 'file' })), texts }
  } catch (error) {
    // The rest is read and thrown away, so that the sender comes to hear the answer.
    body.unpipe(parser)
    body.resume()
    parser.destroy()
    const came = await Promise.allSettled(arriving)
    for (const one of came) if (one.status === 'fulfilled') await one.value.discard()
    throw error
  }
}

const malformed = () => new AppError('malformed_request', 'The body is not a well-formed form.')

/** Neither a refusal of ours nor a failure of the disk: the form ended in the middle of a file. */
const isOfForm = (error: unknown) => error instanceof Error && !(error instanceof AppError) && !('syscall' in error)

function openParser(headers: IncomingHttpHeaders): createParser.Busboy {
  try {
    return createParser({
      headers,
      // Otherwise tricks with paths would be mended silently.
      preservePath: true,
      defParamCharset: 'utf8',
      limits: {
        // Whoever receives the file counts its bytes.
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
