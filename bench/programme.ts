import { categories, createBatch, eventOf, startOf } from './seed.ts'
import type { BenchBroadcast } from './service.ts'

/** A programme for lists that are filtered in many ways. */
export interface Programme {
  sessions: ProgrammeSession[]
  /** The keys of the categories and their ids. */
  categories: { key: string; id: string }[]
  placeIds: string[]
}

export interface ProgrammeSession {
  id: string
  title: string
  status: 'draft' | 'published'
  startMs: number
  category: number
  place: number
}

/** A broadcast with its programme. */
export interface Filled {
  broadcast: BenchBroadcast
  programme: Programme
}

/**
 * Creates a programme through the service: one of five categories and eight places each, every seventh a draft, five minutes
 * apart. The order of the starts is not that of the ids. Large ones are created in batches too, instead of by SQL, so that
 * everything that the service keeps of a record is right.
 */
export async function createProgramme(broadcast: BenchBroadcast, count: number): Promise<Programme> {
  const keys = categories.map((key) => ({ key, title: key, status: 'published' }))
  const categoryIds = await createBatch(broadcast, 'broadcastCategories', keys)
  const places = Array.from({ length: placeCount }, (_, index) => ({ title: `Stage ${index}`, status: 'published' }))
  const placeIds = await createBatch(broadcast, 'broadcastInterestPoints', places)
  const sessions = Array.from({ length: count }, (_, index) => sessionOf(index, count))
  const bodies = sessions.map((session) => ({
    title: session.title,
    description: eventOf(0).description,
    status: session.status,
    time: {
      start: new Date(session.startMs).toISOString(),
      end: new Date(session.startMs + lengthMs).toISOString(),
      timezone: 'Europe/Paris',
    },
    categoryIds: [categoryIds[session.category]],
    interestPointId: placeIds[session.place],
  }))
  const ids = await createBatch(broadcast, 'broadcastSessions', bodies)
  return {
    sessions: sessions.map((session, index) => ({ ...session, id: ids[index] ?? '' })),
    categories: categories.map((key, index) => ({ key, id: categoryIds[index] ?? '' })),
    placeIds,
  }
}

export const lengthMs = 3_600_000
const placeCount = 8
/** Coprime to the sizes in use, so that every session has its own start. */
const stride = 7_919

function sessionOf(index: number, count: number): Omit<ProgrammeSession, 'id'> {
  return {
    title: `Concert ${String((index * 31) % count).padStart(6, '0')} on the river stage`,
    status: index % 7 === 0 ? 'draft' : 'published',
    startMs: Date.parse(startOf((index * stride) % count)),
    category: index % categories.length,
    place: index % placeCount,
  }
}
