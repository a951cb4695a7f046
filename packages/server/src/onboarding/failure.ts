import { AppError } from '../base/errors.ts'
import { JobFailed } from '../base/job.ts'
import { isLastingFailure } from '../store/lasting-failure.ts'
import { BrowseFailed } from './capture/browse.ts'

/** Records generated from a website could not be written. */
export class WritingFailed extends Error {
  readonly kind: string
  /** The URL where they were found. */
  readonly urls: string[]

  constructor(kind: string, urls: string[], cause: unknown) {
    super(`records of the kind ${kind} could not be written`, { cause })
    this.kind = kind
    this.urls = [...new Set(urls)]
  }
}

/** The error to report for a failed onboarding. A transient cause is returned as it is, to be retried; any other gets a sentence for people. */
export function failureOf(error: unknown, { website, attempt }: { website: string; attempt: number }): unknown {
  if (error instanceof BrowseFailed) return error.isPassing && attempt < maxTries ? error : new JobFailed(error.message)
  if (error instanceof AppError && error.code === 'quota_exceeded') return new JobFailed(error.message)
  const cause = error instanceof WritingFailed ? error.cause : error
  if (!isLastingFailure(cause)) return cause
  if (cause instanceof JobFailed) return cause
  const found = error instanceof WritingFailed ? foundIn(error) : `what was found at ${website}`
  return new JobFailed(
    `An unexpected error kept ${found} from being stored, and trying again would not help. ` +
      'Start again when the page was changed, or ask the operator: the log of the service has the details.',
    { cause },
  )
}

/** A site that does not respond is retried a few times. */
const maxTries = 3

function foundIn({ kind, urls }: WritingFailed): string {
  const shown = urls.slice(0, maxUrls).join(', ')
  const more = urls.length - maxUrls
  return `the ${nouns[kind] ?? 'content'} of ${shown}${more > 0 ? ` and ${more} more addresses` : ''}`
}

const maxUrls = 3

const nouns: Record<string, string> = {
  broadcastCategory: 'categories',
  broadcastMap: 'map',
  broadcastInterestPoint: 'places',
  broadcastHost: 'hosts',
  broadcastSession: 'events',
  broadcastArticle: 'articles',
  broadcastPage: 'pages',
}
