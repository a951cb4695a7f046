import { exampleRecord, Invalid, invalid, kinds, recordSchema } from '@marquee/model'
import { actorOf } from '../../access/principal.ts'
import { parseJson } from '../../base/json.ts'
import { check } from '../../content/shape.ts'
import { maxImportBytes, tooLargeFile } from '../../imports/fetch-file.ts'
import type { Decisions, Given, Imports } from '../../imports/imports.ts'
import type { ImportOptions } from '../../imports/source.ts'
import type { Media } from '../../media/media.ts'
import type { Tx } from '../../store/db.ts'
import { isForm } from '../body.ts'
import type { RunOnce } from '../idempotent.ts'
import { choice, flag, integer, text } from '../params.ts'
import { type Answer, forMembers, type MemberCall, type Route } from '../route.ts'
import { emptyBody } from './empty-body.ts'
import {
  applyExample,
  applySchema,
  changesExample,
  changesSchema,
  previewExample,
  previewSchema,
  startSchema,
  uploadSchema,
} from './import-schemas.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'
import { idOf } from './kind-routes.ts'

export interface ImportRouteParts {
  imports: Imports
  media: Media
  runOnce: RunOnce
}

const kind = kinds.import
const tag = kind.name
const path = `${broadcastPath}/${kind.plural}`
const onePath = `${path}/:${kind.name}Id`

/** Importing programmes: preview, plan, applying and undoing. Imports are read and deleted like any kind. */
export function importRoutes(parts: ImportRouteParts): Route[] {
  return [startRoute(parts), changesRoute(parts), applyRoute(parts), undoRoute(parts)]
}

const location = ({ membership: { userId, broadcastId } }: MemberCall, id: string) =>
  `/v1/users/${userId}/broadcasts/${broadcastId}/${kind.plural}/${id}`

const queued = (description: string) => ({
  description,
  schema: recordSchema(kind),
  example: { ...exampleRecord(kind), status: 'applying' },
  headers: ['location' as const],
})

function startRoute({ imports, media, runOnce }: ImportRouteParts): Route {
  return forMembers('content.write', {
    method: 'POST',
    path,
    tag,
    summary: 'Import a programme from a file, an address or a text',
    params: { dry_run: flag('A preview: stores the plan without applying it.') },
    body: {
      schema: startSchema,
      maxBytes: 5 * 1_048_576,
      example: { url: 'https://festival.example/schedule.xml', options: { rules: { gone: 'unpublish' } } },
    },
    upload: { schema: uploadSchema, maxBytes: maxImportBytes + 1_048_576 },
    answers: {
      200: {
        description: 'With `?dry_run=true`: the preview, with the first changes. Nothing of the programme was written.',
        schema: previewSchema,
        example: previewExample,
      },
      202: queued('The import, which is being applied. `status`, `progress` and `counts` show how far it is.'),
    },
    async handle(call) {
      const { given, options, fingerprint } = await receive(media, call)
      const { confirmRemovals, ...rest } = options
      const { membership } = call
      const { broadcastId } = membership
      const actor = actorOf(call.principal)
      const isPreview = call.query.dry_run
      const prepared = await imports.prepare(broadcastId, given, rest)
      const effect = async (tx: Tx) => {
        const preview = await imports.store(tx, membership, actor, prepared)
        const record = isPreview
          ? { ...preview, changes: await imports.changes(tx, broadcastId, preview._id, firstPage) }
          : await imports.apply(tx, membership, actor, preview._id, { confirmRemovals: confirmRemovals ?? false })
        const headers = { location: location(call, preview._id) }
        const answer: Answer = isPreview ? { status: 200, json: record } : { status: 202, json: record, headers }
        return { answer }
      }
      try {
        const answer = await runOnce({ ...call, rawBody: fingerprint }, scopeOf(call), effect, broadcastId)
        if (answer.headers?.['idempotent-replayed']) await imports.drop(broadcastId, prepared)
        return answer
      } catch (error) {
        await imports.drop(broadcastId, prepared)
        throw error
      }
    },
  })
}

const firstPage = { kind: null, action: null, cursor: null, limit: 50 }

interface Received {
  given: Given
  options: ImportOptions & { confirmRemovals?: boolean }
  /** Equal for the same file with the same options. */
  fingerprint: Buffer
}

async function receive(media: Media, call: MemberCall): Promise<Received> {
  if (isForm(call.request)) return receiveForm(media, call)
  const body = check<{ url?: string; text?: string; importId?: string; name?: string; options?: Received['options'] }>(
    'import start',
    () => startSchema,
    call.body,
  )
  const { url, text: programme, importId, name, options = {} } = body
  const ways = [url, programme, importId].filter((way) => way !== undefined)
  if (ways.length !== 1) throw invalid('', 'required', 'must have exactly one of url, text and importId')
  const given: Given =
    url !== undefined
      ? { url }
      : importId !== undefined
        ? { importId }
        : { text: programme ?? '', ...(name && { name }) }
  return { given, options, fingerprint: call.rawBody }
}

async function receiveForm(media: Media, { headers, request }: MemberCall): Promise<Received> {
  const form = await media.receiveForm(headers, request.raw)
  try {
    const [first, ...others] = form.files
    if (!first) throw invalid('/file', 'required', 'is required')
    if (others.length > 0) throw invalid('/file', 'max_items', 'must be one file')
    if (first.file.size > maxImportBytes) throw tooLargeFile()
    const options = optionsOf(form.texts.get('options')?.[0])
    const file = {
      bytes: await first.file.readAll(),
      isPacked: false,
      name: first.fileName,
      contentType: null,
      url: null,
    }
    const fingerprint = Buffer.from(JSON.stringify([first.file.hash, first.fileName, options]))
    return { given: { file }, options, fingerprint }
  } finally {
    for (const { file } of form.files) await file.discard()
  }
}

function optionsOf(json: string | undefined): Received['options'] {
  if (json === undefined) return {}
  const parsed = parseJson(Buffer.from(json))
  if (!('value' in parsed)) throw invalid('/options', 'invalid_json', 'must be JSON')
  try {
    return check<{ options: Received['options'] }>('import start', () => startSchema, { options: parsed.value }).options
  } catch (error) {
    throw error instanceof Invalid ? error : invalid('/options', 'format', 'must be ImportOptions')
  }
}

function changesRoute({ imports }: ImportRouteParts): Route {
  return forMembers('content.read', {
    method: 'GET',
    path: `${onePath}/changes`,
    tag,
    summary: 'Read the plan of an import: the records it creates, changes, removes or leaves to people',
    params: {
      kind: text('Only records of this kind.', 40),
      action: choice(['create', 'update', 'conflict', 'restore', 'remove', 'none'], {
        default: null,
        description: 'Only these.',
      }),
      limit: integer({ default: 50, min: 1, max: 100, description: 'How many records.' }),
      cursor: text('The `next` of the page before.', 20),
    },
    answers: {
      200: {
        description: 'Records in the order of writing. Plans are kept until the next import of the source.',
        schema: changesSchema,
        example: changesExample,
      },
    },
    async handle({ membership: { broadcastId }, params, query }) {
      const { kind: only, action, cursor, limit } = query
      const page = await imports.readPlan(broadcastId, idOf(params, kind), { kind: only, action, cursor, limit })
      return { status: 200, json: page, etag: true }
    },
  })
}

function applyRoute({ imports, runOnce }: ImportRouteParts): Route {
  return forMembers('content.write', {
    method: 'POST',
    path: `${onePath}/apply`,
    tag,
    summary: 'Apply a previewed import',
    body: { schema: applySchema, optional: true, example: applyExample },
    answers: { 202: queued('The import, which is being applied.') },
    handle(call) {
      const options = check<{ decisions?: Decisions; confirmRemovals?: boolean }>(
        'import apply',
        () => applySchema,
        call.body,
      )
      const id = idOf(call.params, kind)
      const apply = async (tx: Tx) => {
        const record = await imports.apply(tx, call.membership, actorOf(call.principal), id, options)
        return { answer: { status: 202, json: record, headers: { location: location(call, id) } } }
      }
      return runOnce(call, scopeOf(call), apply, call.membership.broadcastId)
    },
  })
}

function undoRoute({ imports, runOnce }: ImportRouteParts): Route {
  return forMembers('content.write', {
    method: 'POST',
    path: `${onePath}/undo`,
    tag,
    summary: 'Undo the last import of a source',
    body: { schema: emptyBody, optional: true },
    answers: { 202: queued('The import, which is being undone. What people changed since stays.') },
    handle(call) {
      check('import undo', () => emptyBody, call.body)
      const id = idOf(call.params, kind)
      const undo = async (tx: Tx) => {
        const record = await imports.undo(tx, call.membership, actorOf(call.principal), id)
        return { answer: { status: 202, json: record, headers: { location: location(call, id) } } }
      }
      return runOnce(call, scopeOf(call), undo, call.membership.broadcastId)
    },
  })
}
