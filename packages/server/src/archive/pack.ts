import { createReadStream } from 'node:fs'
import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { manifestPath } from './format.ts'

export interface PackedFile {
  path: string
  size?: number
  /** A file of text on disk, which is compressed. */
  onDisk?: string
  /** A file of media, which is compressed in its own way already. */
  open?: () => Promise<Readable>
}

/** A zip of the manifest and the files, in this order, produced at the speed of its reader. */
export function pack(manifest: object, files: PackedFile[], mtime: Date): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  let current: Readable | undefined
  zip.on('error', (error: Error) => output.destroy(error))
  // A reader that goes away leaves no open file.
  output.once('close', () => current?.destroy())
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestPath, { mtime })
  for (const { path, size, onDisk, open } of files) {
    const source = open ?? (async () => createReadStream(onDisk ?? ''))
    const options = { mtime, compress: open === undefined, ...(size !== undefined && { size }) }
    // Opened one after the other, so that thousands of files need one handle.
    zip.addReadStreamLazy(path, options, (opened) => {
      source().then(
        (stream) => {
          current = stream.once('error', (error: Error) => output.destroy(error))
          if (output.destroyed) stream.destroy()
          else opened(null, stream)
        },
        (error: Error) => output.destroy(error),
      )
    })
  }
  zip.end()
  zip.outputStream.pipe(output)
  return output
}
