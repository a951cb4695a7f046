import { type AnyRecord, exampleRecord, kinds, recordSchema } from '@marquee/model'
import { AppError } from '../../base/errors.ts'
import { isObjectId, objectIdRule } from '../../base/object-id.ts'
import type { Content } from '../../content/content.ts'
import { check } from '../../content/shape.ts'
import type { Db, Tx } from '../../store/db.ts'
import type { Workflows } from '../../workflows/workflows.ts'
import type { RunOnce } from '../idempotent.ts'
import { flag } from '../params.ts'
import { type Answer, forMembers, type MemberCall, type Route } from '../route.ts'
import { emptyBody } from './empty-body.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'

export interface RunRouteParts {
  db: Db
  content: Content
  workflows: Workflows
  runOnce: RunOnce
}

/** Starting workflows, and operations on their runs beyond reading and deleting. */
export function runRoutes(parts: RunRouteParts): Route[] {
  const { workflows } = parts
  return [
    startRoute(parts),
    checkRoute(parts),
    cancelRoute(parts),
    againRoute(parts, {
      verb: 'rerun',
      summary: 'Run again with the same input, as the workflow is now',
      again: workflows.runs.rerun,
    }),
    againRoute(parts, {
      verb: 'resume',
      summary: 'Go on from the node that failed, in a new run with the definition and the results of this one',
      again: workflows.runs.resume,
    }),
  ]
}

const runAnswers = {
  200: {
    description: 'With `?wait=true`: the run, which has ended.',
    schema: recordSchema(kinds.workflowRun),
    example: exampleRecord(kinds.workflowRun),
    headers: ['location' as const],
  },
  202: {
    description: 'The queued or running run.',
    schema: recordSchema(kinds.workflowRun),
    example: { ...exampleRecord(kinds.workflowRun), status: 'queued' },
    headers: ['location' as const],
  },
}

const wait = flag('Responds when the run has ended, or after 30 seconds.')

function startRoute(parts: RunRouteParts): Route {
  return forMembers('content.write', {
    method: 'POST',
    path: `${broadcastPath}/${kinds.workflow.plural}/:workflowId/runs`,
    tag: kinds.workflowRun.name,
    summary: 'Run a workflow',
    params: { wait },
    body: { schema: newRunSchema, optional: true, example: { input: { day: '2027-07-03' } } },
    answers: runAnswers,
    async handle(call) {
      const { input = {} } = check<{ input?: Record<string, unknown> }>('run', () => newRunSchema, call.body)
      const workflowId = idOf(call.params.workflowId)
      const start = (db: Db | Tx) => parts.workflows.runs.start(db, call.membership.broadcastId, workflowId, input)
      if (call.headers['idempotency-key'] !== undefined) return started(parts, call, start)
      // Without a response to store, the single statement needs no explicit transaction.
      return waitedFor(parts, call, queuedAnswer(call, await start(parts.db)))
    },
  })
}

function againRoute(
  parts: RunRouteParts,
  { verb, summary, again }: { verb: string; summary: string; again: Workflows['runs']['rerun'] },
): Route {
  return forMembers('content.write', {
    method: 'POST',
    path: `${broadcastPath}/${kinds.workflowRun.plural}/:workflowRunId/${verb}`,
    tag: kinds.workflowRun.name,
    summary,
    params: { wait },
    body: { schema: emptyBody, optional: true },
    answers: runAnswers,
    handle(call) {
      check('run again', () => emptyBody, call.body)
      const runId = idOf(call.params.workflowRunId)
      return started(parts, call, (tx) => again(tx, call.membership.broadcastId, runId))
    },
  })
}

function cancelRoute({ workflows, runOnce }: RunRouteParts): Route {
  return forMembers('content.write', {
    method: 'POST',
    path: `${broadcastPath}/${kinds.workflowRun.plural}/:workflowRunId/cancel`,
    tag: kinds.workflowRun.name,
    summary: 'End a run',
    body: { schema: emptyBody, optional: true },
    answers: { 200: { ...runAnswers[200], description: 'The cancelled run.', headers: [] } },
    handle: (call) => {
      check('run cancel', () => emptyBody, call.body)
      const runId = idOf(call.params.workflowRunId)
      return runOnce(call, scopeOf(call), async (tx) => {
        const record = await workflows.runs.cancel(tx, call.membership.broadcastId, runId)
        return { answer: { status: 200, json: JSON.stringify(record) } }
      })
    },
  })
}

function checkRoute({ content, workflows }: RunRouteParts): Route {
  return forMembers('content.write', {
    method: 'POST',
    path: `${broadcastPath}/${kinds.workflow.plural}/:workflowId/check`,
    tag: kinds.workflow.name,
    summary: 'Check a workflow: errors that prevent enabling or running it, and warnings',
    body: { schema: emptyBody, optional: true },
    takesNoIdempotencyKey: true,
    answers: { 200: { description: 'The errors and warnings. Nothing was changed.', schema: checkedSchema } },
    async handle(call) {
      check('workflow check', () => emptyBody, call.body)
      const workflow = await content.read(call.membership.broadcastId, kinds.workflow, idOf(call.params.workflowId))
      return { status: 200, json: workflows.check(JSON.parse(workflow)) }
    },
  })
}

type StartCall = MemberCall & { query: { wait: boolean } }

/** Queues a run, once per Idempotency-Key, and waits for its end if requested. */
async function started(parts: RunRouteParts, call: StartCall, queue: (tx: Tx) => Promise<AnyRecord>): Promise<Answer> {
  const answer = await parts.runOnce(call, scopeOf(call), async (tx) => ({
    answer: queuedAnswer(call, await queue(tx)),
  }))
  return waitedFor(parts, call, answer)
}

function queuedAnswer({ membership: { broadcastId, userId } }: StartCall, record: AnyRecord): Answer {
  const location = `/v1/users/${userId}/broadcasts/${broadcastId}/${kinds.workflowRun.plural}/${record._id}`
  return { status: 202, json: JSON.stringify(record), headers: { location } }
}

/** The ended run, when the caller waits for it. */
async function waitedFor({ content, workflows }: RunRouteParts, call: StartCall, answer: Answer): Promise<Answer> {
  if (!call.query.wait) return answer
  const { broadcastId } = call.membership
  const { _id: runId }: AnyRecord = JSON.parse(String(answer.json))
  const ended = await workflows.waitFor(broadcastId, runId, waitMs)
  const json = ended ? JSON.stringify(ended) : await content.read(broadcastId, kinds.workflowRun, runId)
  const { finishedAt }: AnyRecord = ended ?? JSON.parse(json)
  return { ...answer, status: finishedAt === null ? 202 : 200, json }
}

function idOf(id = ''): string {
  if (isObjectId(id)) return id
  throw new AppError('invalid_id', `The id in the path must be ${objectIdRule}.`)
}

const waitMs = 30_000

const newRunSchema = {
  title: 'WorkflowRunCreate',
  type: 'object',
  additionalProperties: false,
  properties: {
    input: {
      type: 'object',
      description: 'The value of `input` for the nodes of the run; at most 256 KiB.',
      additionalProperties: true,
    },
  },
}

const fieldErrors = {
  type: 'array',
  items: {
    type: 'object',
    required: ['pointer', 'code', 'message'],
    properties: { pointer: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
  },
}
const checkedSchema = {
  title: 'WorkflowCheck',
  type: 'object',
  required: ['errors', 'warnings'],
  properties: { errors: fieldErrors, warnings: fieldErrors },
}
