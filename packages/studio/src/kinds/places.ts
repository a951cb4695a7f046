import { declarationOf, screenKinds } from './index.ts'

/** Where a record is edited, as `ScreenLink` and `useGo` take it; undefined when no screen shows the kind. */
export function placeOf(kind: string, recordId: string): { screen: string; recordId?: string } | undefined {
  const only = declarationOf(kind)?.editedAt
  if (only !== undefined) return { screen: only }
  const screen = screenKinds.find((one) => one.kind === kind)?.path
  return screen === undefined ? undefined : { screen, recordId }
}
