import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { invalid } from '@marquee/model'
import type { Gate } from '../base/gate.ts'
import { parseJson } from '../base/json.ts'
import type { Incoming } from './incoming.ts'
import { inspect } from './inspect.ts'
import type { NewMedia } from './keep.ts'
import { type Form, readForm } from './multipart.ts'

/** An inspected upload, ready to be stored. */
export interface Upload {
  wanted: NewMedia[]
  /** Equal for the same files with the same texts, whatever their encoding; for idempotency keys. */
  fingerprint: Buffer
  /** Removes its temporary files. */
  discard(): Promise<void>
}

/** Receives and inspects the files of a form. If one is refused, all are. */
export async function receiveUpload(
  { incoming, gate }: { incoming: Incoming; gate: Gate },
  headers: IncomingHttpHeaders,
  body: Readable,
): Promise<Upload> {
  const form = await readForm(headers, body, incoming)
  const wanted: NewMedia[] = []
  const discard = async () => {
    for (const { file } of form.files) await file.discard()
    for (const { stripped } of wanted) await stripped?.discard()
  }
  try {
    const said = fieldsPerFile(form)
    for (const [index, { file, fileName }] of form.files.entries())
      wanted.push({
        ...(await inspect(file, `/files/${index}`, { gate, incoming })),
        fileName,
        said: said[index] ?? {},
      })
    const described = wanted.map(({ facts, fileName }, index) => [form.files[index]?.file.hash, facts.size, fileName])
    return { wanted, fingerprint: Buffer.from(JSON.stringify([described, said])), discard }
  } catch (error) {
    await discard()
    throw error
  }
}

/** The fields for each file. A single value applies to all files; several values are matched to the files by position. */
function fieldsPerFile({ files, texts }: Form): Record<string, unknown>[] {
  if (files.length === 0) throw invalid('/files', 'required', 'must contain at least one file')
  for (const [name, values] of texts) {
    const at = `/${name.slice(0, 100)}`
    if (!Object.hasOwn(fields, name)) throw invalid(at, 'unknown_field', 'is not a field here')
    if (values.length > 1 && values.length !== files.length)
      throw invalid(at, 'max_items', 'must be sent once, or once for each file')
  }
  return files.map((_, index) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, parse]) => {
        const values = texts.get(name) ?? []
        const text = values.length > 1 ? values[index] : values[0]
        return text === undefined || text === '' ? [] : [[name, parse(text)]]
      }),
    ),
  )
}

const fields: Record<string, (text: string) => unknown> = {
  alt: (text) => {
    if ([...text].length > 5_000) throw invalid('/alt', 'max_length', 'must not have more than 5000 characters')
    return text
  },
  focalPoint: (text) => {
    const parsed = parseJson(text)
    const { x, y, ...others } = Object('value' in parsed ? parsed.value : {})
    const isShare = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1
    if (!isShare(x) || !isShare(y) || Object.keys(others).length > 0)
      throw invalid('/focalPoint', 'format', 'must be JSON such as {"x":0.5,"y":0.3}, each from 0 to 1')
    return { x, y }
  },
}
