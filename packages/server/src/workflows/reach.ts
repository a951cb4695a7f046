import { allKinds, type Kind, kinds, type Operation } from '@marquee/model'

/** The kinds a workflow can work with. People and members are not among them: whoever may edit a workflow need not have the right to those. */
export const reachableKinds: Kind[] = allKinds.filter(({ area }) => area === 'content')

export const operationNames: Operation[] = ['list', 'read', 'create', 'update', 'delete']

export function findReachable(name: unknown): Kind | undefined {
  return reachableKinds.find((kind) => kind.name === name)
}

/** What a workflow may do with a kind: what anybody may, but neither make nor end a broadcast. */
export function mayRun(kind: Kind, operation: Operation): boolean {
  if (kind === kinds.broadcast) return operation === 'read' || operation === 'update'
  return kind.operations.includes(operation)
}
