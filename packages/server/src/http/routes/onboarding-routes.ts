import { createSchema, invalid, kinds } from '@marquee/model'
import { check } from '../../content/shape.ts'
import type { Onboarding } from '../../onboarding/onboarding.ts'
import { nameFor, parseWebsite } from '../../onboarding/website.ts'
import type { RunOnce } from '../idempotent.ts'
import { forMembers, type Route } from '../route.ts'
import { shape as jobSchema, showJob } from './job-routes.ts'
import { broadcastPath, scopeOf } from './kind-route-parts.ts'

/** Generating an app from a website: its progress, and starting again. */
export function onboardingRoutes({ onboarding, runOnce }: { onboarding: Onboarding; runOnce: RunOnce }): Route[] {
  return [
    forMembers('content.read', {
      method: 'GET',
      path: `${broadcastPath}/onboarding`,
      tag: kinds.broadcast.name,
      summary: 'Tell how far the making of the app from its website is',
      answers: {
        200: { description: 'The progress, the findings, and the reason if it failed.', schema: stateSchema, example },
      },
      handle: async ({ membership }) => ({ status: 200, json: await onboarding.read(membership.broadcastId) }),
    }),
    forMembers('content.write', {
      method: 'POST',
      path: `${broadcastPath}/onboarding`,
      tag: kinds.broadcast.name,
      summary: 'Make the app from its website, or bring it up to date',
      body: { schema: startSchema, optional: true, example: { website: 'https://festival.example' } },
      answers: {
        202: {
          description: 'The queued job. Changes and deletions by people since the last time are kept.',
          schema: jobSchema,
          headers: ['location'],
        },
      },
      handle(call) {
        const { website } = check<{ website?: string }>('onboarding start', () => startSchema, call.body)
        const address = website === undefined ? undefined : websiteOf(website)
        return runOnce(call, scopeOf(call), async (tx) => {
          const job = await onboarding.restart(tx, call.membership, address)
          const { userId, broadcastId } = call.membership
          const location = `/v1/users/${userId}/broadcasts/${broadcastId}/jobs/${job.id}`
          return { answer: { status: 202, json: showJob(job), headers: { location } } }
        })
      },
    }),
  ]
}

/** The body of a new broadcast without its website. One generated from a website is private until its owner publishes it. */
export function splitWebsite(sent: unknown): { website: string | undefined; body: unknown; isNameGiven: boolean } {
  if (typeof sent !== 'object' || sent === null || !('website' in sent))
    return { website: undefined, body: sent, isNameGiven: true }
  const { website: typed, ...rest } = sent
  if (typeof typed !== 'string') throw invalid('/website', 'type', 'must be string')
  const website = websiteOf(typed)
  const body = { name: nameFor(website), isPrivate: true, ...rest }
  return { website, body, isNameGiven: 'name' in rest }
}

function websiteOf(typed: string): string {
  const parsed = typed.length > 2_000 ? { fault: 'must not have more than 2000 characters' } : parseWebsite(typed)
  if ('fault' in parsed) throw invalid('/website', 'format', parsed.fault)
  return parsed.website
}

const websiteSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 2_000,
  description: 'The address of a website to generate the app from. `https://` is added when missing.',
}

const {
  properties,
  required: _required,
  ...newBroadcast
} = createSchema(kinds.broadcast) as unknown as {
  properties: object
  required: string[]
}

/** The name of a broadcast is from the request, or else from its website. */
export const newBroadcastSchema = {
  ...newBroadcast,
  properties: { ...properties, website: websiteSchema },
  anyOf: [{ required: ['name'] }, { required: ['website'] }],
}

const startSchema = {
  title: 'OnboardingStart',
  type: 'object',
  additionalProperties: false,
  properties: { website: { ...websiteSchema, description: 'Another website than last time.' } },
}

const maybeText = { type: ['string', 'null'] }
const maybeInstant = { ...maybeText, format: 'date-time' }
const example = {
  status: 'idle',
  website: 'https://festival.example/',
  job_id: '6a4d2f0c9b1e8a7d5c3f2b10',
  progress: { stage: 'idle', stages_done: 5, stages: 5 },
  reason: null,
  found: {
    language: 'fr',
    time_zone: 'Europe/Paris',
    website_pages: 8,
    pictures: 12,
    sessions: 42,
    places: 4,
    hosts: 31,
    categories: 5,
    articles: 6,
    pages: 7,
    notes: [{ code: 'pictures_left_out', message: '9 pictures of the site were not fetched.' }],
  },
  started_at: '2027-05-04T09:00:00.000Z',
  ended_at: '2027-05-04T09:00:14.000Z',
}
const stateSchema = {
  title: 'Onboarding',
  type: 'object',
  required: Object.keys(example),
  properties: {
    status: { type: 'string', description: 'The `status` of the broadcast.' },
    website: maybeText,
    job_id: { ...maybeText, description: 'The job, as long as it is kept.' },
    progress: { type: 'object', description: 'How far it is.', additionalProperties: true },
    reason: { ...maybeText, description: 'Why it failed, as a sentence.' },
    found: {
      type: 'object',
      description:
        'The number of generated records by kind, and `notes`: what was cut, left out or guessed, with a code, a sentence and a URL.',
      additionalProperties: true,
    },
    started_at: maybeInstant,
    ended_at: maybeInstant,
  },
}
