import { type AnyRecord, findPlaces, isPublishable, type Kind, oncePerKind, type Path, visit } from '@marquee/model'
import type { Conflict } from './conflict.ts'

/** Broken navigators: those without a target, or with a target that does not exist. */
export function findLostNavigators(
  holders: readonly { kind: Kind; record: AnyRecord }[],
  exists: (id: string) => boolean,
): Conflict[] {
  return holders.flatMap(({ kind, record }) => {
    const severity = !isPublishable(kind) || record.status === 'published' ? 'error' : 'warning'
    return navigatorsOf(kind, record)
      .filter(({ navigator }) => isLost(navigator, exists))
      .map(({ pointer }): Conflict => {
        return {
          type: 'lostNavigator',
          severity,
          records: [{ kind: kind.name, id: record._id }],
          pointer,
          from: null,
          to: null,
        }
      })
  })
}

/** The target ids of the navigators of a record. */
export const navigatorTargets = (kind: Kind, record: AnyRecord): string[] =>
  navigatorsOf(kind, record).flatMap(({ navigator }) => targetsOf(navigator))

/** Whether records of a kind can contain navigators. */
export const hasNavigators = (kind: Kind) => navigatorPaths(kind).length > 0

interface FoundNavigator {
  navigator: Record<string, unknown>
  pointer: string
}

function navigatorsOf(kind: Kind, record: AnyRecord): FoundNavigator[] {
  const found: FoundNavigator[] = []
  for (const path of navigatorPaths(kind))
    visit(record, path, (holder, key, pointer) => {
      const navigator = holder[key]
      if (typeof navigator === 'object' && navigator !== null)
        found.push({ navigator: navigator as Record<string, unknown>, pointer })
    })
  return found.sort((one, other) => (one.pointer < other.pointer ? -1 : 1))
}

function isLost(navigator: Record<string, unknown>, exists: (id: string) => boolean): boolean {
  const targets = targetsOf(navigator)
  if (targets.some((id) => !exists(id))) return true
  return targets.length === 0 && !navigator.url && !navigator.nativeContent
}

const targetsOf = (navigator: Record<string, unknown>) =>
  pointerNames.flatMap((name) => (typeof navigator[name] === 'string' ? [navigator[name]] : []))

const pointerNames = [
  'broadcastArticleId',
  'broadcastPageId',
  'broadcastSessionId',
  'broadcastHostId',
  'broadcastInterestPointId',
  'broadcastMapId',
]

const navigatorPaths = oncePerKind((kind): Path[] =>
  Object.entries(kind.fields).flatMap(([name, { schema }]) =>
    findPlaces(schema, (place) => (place as { title?: string }).title === 'Navigator' || undefined).map(({ path }) => [
      name,
      ...path,
    ]),
  ),
)
