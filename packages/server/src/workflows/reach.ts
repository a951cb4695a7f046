import { allKinds, type Kind, kinds, type Operation } from '@marquee/model'

/** The kinds that a workflow can access. People and members are excluded: an editor of workflows need not have the right to read those. */
export const reachableKinds: Kind[] = allKinds.filter(({ area }) => area === 'content')

/**
 * The kinds whose changes can start a workflow. Of people only the ids are passed on. The end of a run starts nothing, and neither do
 * members: they are none of a workflow's business.
 */
export const followableKinds: Kind[] = allKinds.filter(
  ({ area, logging }) => logging === 'logged' && area !== 'members',
)

export const operationNames: Operation[] = ['list', 'read', 'create', 'update', 'delete']

export function findReachable(name: unknown): Kind | undefined {
  return reachableKinds.find((kind) => kind.name === name)
}

/** The operations of a workflow on a kind: all that the kind supports, but it neither creates nor deletes a broadcast. */
export function mayRun(kind: Kind, operation: Operation): boolean {
  if (kind === kinds.broadcast) return operation === 'read' || operation === 'update'
  return kind.operations.includes(operation)
}
