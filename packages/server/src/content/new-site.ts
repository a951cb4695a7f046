import { type AnyRecord, isReservedSlug, kinds, slugFrom } from '@marquee/model'
import { AppError } from '../base/errors.ts'
import { findAddresses } from '../store/control/addresses.ts'
import type { Queryable } from '../store/db.ts'
import { findTakenElsewhere } from './addresses.ts'
import { createRecord } from './create-record.ts'
import type { Writing } from './writing.ts'

/** The website of a new broadcast: a published channel with a slug made from its name. */
export async function createSite(writing: Writing, broadcast: AnyRecord): Promise<void> {
  const candidates = slugsFor(String(broadcast.name), broadcast._id)
  const taken = await findTakenElsewhere(writing, candidates)
  for (const slug of candidates) if (!taken.has(slug) && (await isCreated(writing, slug))) return
  throw new Error('the id of the broadcast is taken as a slug')
}

/** A slug for a broadcast with this name that is free at the moment. */
export async function findFreeSlug(control: Queryable<'control'>, name: string, id: string): Promise<string> {
  const candidates = slugsFor(name, id)
  const taken = await findAddresses(control, candidates)
  return candidates.find((slug) => !taken.has(slug)) ?? id
}

/** False when a concurrent transaction has taken the slug after it was found free. */
async function isCreated(writing: Writing, slug: string): Promise<boolean> {
  try {
    await writing.log.part(() =>
      createRecord(writing, kinds.broadcastDiffuser, { type: 'web', status: 'published', slug }),
    )
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'value_taken') return false
    throw error
  }
}

/** Slugs to try, the best first. The last one contains the id, so it is free. */
function slugsFor(name: string, id: string): string[] {
  const base = slugFrom(name) || `event-${id.slice(-6)}`
  const numbered = Array.from({ length: 98 }, (_, index) => `${base}-${index + 2}`)
  const isUsable = (slug: string) => !isReservedSlug(slug) && !/^[0-9a-f]{24}$/.test(slug)
  return [base, ...numbered].filter(isUsable).concat(`${base}-${id}`)
}
