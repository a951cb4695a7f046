import type { Actor } from '@marquee/model'
import type { en } from '../texts/en.ts'

export type ActorWords = Record<keyof typeof en.actors, string>

/** Describes an actor in words; `personId` is the person who reads them. */
export function describeActor(actor: Actor | undefined, words: ActorWords, personId: string): string {
  if (actor === undefined) return words.somebody
  if (actor.type === 'user') return actor.id === personId ? words.you : words.somebody
  // The audit log also has anonymous entries, of rejected sign-ins.
  return words[actor.type] ?? words.service
}

export const idOfActor = (actor: Actor | undefined): string => (actor && 'id' in actor && actor.id) || ''
