import { allKinds, kindNamed } from '@marquee/model'

/** The kinds that a workflow may read and write. */
export const contentKinds: string[] = allKinds.filter(({ area }) => area === 'content').map(({ name }) => name)

/** The kinds whose changes can start a workflow. */
export const followedKinds: string[] = allKinds
  .filter(({ area, logging }) => logging === 'logged' && area !== 'members')
  .map(({ name }) => name)

/** The fields of a kind, for settings that name one. */
export function fieldsOfKind(kind: unknown): { name: string; isWritten: boolean }[] {
  if (typeof kind !== 'string' || !contentKinds.includes(kind)) return []
  return Object.entries(kindNamed(kind).fields).map(([name, field]) => ({ name, isWritten: !field.readOnly }))
}
