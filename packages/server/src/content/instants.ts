import { findPlaces, hasOffset, invalid, type Kind, type Path, parseInstant, visit } from '@marquee/model'

/** Converts every sent date-time to a UTC instant. Without an offset it is local to the time zone next to it, else to the broadcast's. */
export async function normalizeInstants(
  kind: Kind,
  sent: Record<string, unknown>,
  broadcastZone: () => Promise<string>,
): Promise<void> {
  const locals: (() => void)[] = []
  let zoneOfBroadcast = 'UTC'
  for (const path of instantPaths(kind)) {
    visit(sent, path, (holder, key, pointer) => {
      const text = holder[key]
      if (typeof text !== 'string') return
      const ownZone = typeof holder.timezone === 'string' ? holder.timezone : undefined
      const read = () => {
        const parsed = parseInstant(text, ownZone ?? zoneOfBroadcast)
        if ('reason' in parsed) throw invalid(pointer, 'format', parsed.reason)
        holder[key] = parsed.instant
      }
      if (ownZone || hasOffset(text)) read()
      else locals.push(read)
    })
  }
  if (locals.length === 0) return
  zoneOfBroadcast = await broadcastZone()
  for (const read of locals) read()
}

const cache = new Map<string, Path[]>()

function instantPaths(kind: Kind): Path[] {
  const known = cache.get(kind.name)
  if (known) return known
  const paths = Object.entries(kind.fields).flatMap(([name, field]) =>
    field.readOnly
      ? []
      : findPlaces(field.schema, (schema) => (schema as { format?: string }).format === 'date-time' || undefined).map(
          ({ path }) => [name, ...path],
        ),
  )
  cache.set(kind.name, paths)
  return paths
}
