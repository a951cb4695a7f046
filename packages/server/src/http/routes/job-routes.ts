import { shapes } from '@marquee/model'
import { notFound } from '../../base/errors.ts'
import type { JobRow } from '../../store/queues/jobs.ts'
import { integer, text } from '../params.ts'
import { forMembers, type Route } from '../route.ts'
import { broadcastPath } from './kind-route-parts.ts'

/** The queue of jobs, read-only. */
export interface JobReads {
  list(broadcastId: string, type: string | null, limit: number): Promise<JobRow[]>
  find(broadcastId: string, id: string): Promise<JobRow | undefined>
}

/** The progress of long work: an import of a website, a campaign, an erasure. */
export function jobRoutes({ jobs }: { jobs: JobReads }): Route[] {
  return [
    forMembers('content.read', {
      method: 'GET',
      path: `${broadcastPath}/jobs`,
      tag: 'jobs',
      summary: 'List jobs, newest first',
      params: {
        type: text('Only jobs of this type.', 100),
        limit: integer({ default: 50, min: 1, max: 200, description: 'How many, 1 to 200.' }),
      },
      answers: {
        200: {
          description: 'Unfinished jobs, and those that ended in the last 30 days.',
          schema: list,
          example: { data: [example] },
        },
      },
      handle: async ({ membership, query }) => ({
        status: 200,
        json: { data: (await jobs.list(membership.broadcastId, query.type, query.limit)).map(showJob) },
        etag: true,
      }),
    }),
    forMembers('content.read', {
      method: 'GET',
      path: `${broadcastPath}/jobs/:jobId`,
      tag: 'jobs',
      summary: 'Read the progress of a job',
      answers: { 200: { description: 'The job with its progress and result.', schema: shape, example } },
      async handle({ membership, params }) {
        const row = await jobs.find(membership.broadcastId, params.jobId ?? '')
        if (!row) throw notFound()
        return { status: 200, json: showJob(row), etag: true }
      },
    }),
  ]
}

export const showJob = (row: JobRow) => ({
  id: row.id,
  type: row.type,
  status: row.status,
  progress: JSON.parse(row.progress),
  result: row.result === null ? null : JSON.parse(row.result),
  reason: row.reason,
  due_at: row.due_at.toISOString(),
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
})

const instant = { type: 'string', format: 'date-time' }
const maybeInstant = { ...instant, type: ['string', 'null'] }
const example = {
  id: '6a4d2f0c9b1e8a7d5c3f2b10',
  type: 'onboarding',
  status: 'running',
  progress: { stage: 'onboardingCapturingWebsite', pages: 4 },
  result: null,
  reason: null,
  due_at: '2027-05-04T09:00:00.000Z',
  created_at: '2027-05-04T09:00:00.000Z',
  started_at: '2027-05-04T09:00:00.100Z',
  ended_at: null,
}

/** The shape of a job, for routes that start one. */
export const shape = {
  title: 'Job',
  type: 'object',
  required: Object.keys(example),
  properties: {
    id: shapes.ObjectId,
    type: { type: 'string' },
    status: { type: 'string', enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'] },
    progress: {
      type: 'object',
      description: 'The progress; its members depend on the type.',
      additionalProperties: true,
    },
    result: { type: ['object', 'null'], description: 'The result.', additionalProperties: true },
    reason: { type: ['string', 'null'], description: 'Why it failed, as a sentence.' },
    due_at: instant,
    created_at: instant,
    started_at: maybeInstant,
    ended_at: maybeInstant,
  },
}

const list = {
  title: 'JobList',
  type: 'object',
  required: ['data'],
  properties: { data: { type: 'array', items: shape } },
}
