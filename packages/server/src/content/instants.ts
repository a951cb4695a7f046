import {
  type FieldError,
  findPlaces,
  hasOffset,
  Invalid,
  isTimeZone,
  type Kind,
  oncePerKind,
  type Path,
  PathsByField,
  parseInstant,
  visit,
  zoneName,
} from '@marquee/model'

/** Converts every sent date-time to a UTC instant, and every time zone to its IANA spelling. Without an offset a date-time is local to the time zone next to it, else to the broadcast's. */
export async function normalizeInstants(
  kind: Kind,
  sent: Record<string, unknown>,
  broadcastZone: () => Promise<string>,
): Promise<void> {
  for (const { path } of zonePaths(kind).within(sent)) {
    visit(sent, path, (holder, key) => {
      if (isZone(holder[key])) holder[key] = zoneName(holder[key])
    })
  }
  const errors: FieldError[] = []
  const locals: (() => void)[] = []
  let zoneOfBroadcast = 'UTC'
  for (const { path } of instantPaths(kind).within(sent)) {
    visit(sent, path, (holder, key, pointer) => {
      const text = holder[key]
      if (typeof text !== 'string') return
      const ownZone = isZone(holder.timezone) ? holder.timezone : undefined
      const read = () => {
        const parsed = parseInstant(text, ownZone ?? zoneOfBroadcast)
        if ('reason' in parsed)
          errors.push({ pointer, code: 'format', message: parsed.reason, params: { format: 'date-time' } })
        else holder[key] = parsed.instant
      }
      if (ownZone || hasOffset(text)) read()
      else locals.push(read)
    })
  }
  if (locals.length > 0) zoneOfBroadcast = await broadcastZone()
  for (const read of locals) read()
  if (errors.length > 0) throw new Invalid(errors)
}

const isZone = (value: unknown): value is string => typeof value === 'string' && isTimeZone(value)

const instantPaths = oncePerKind((kind) => pathsOf(kind, 'date-time'))
const zonePaths = oncePerKind((kind) => pathsOf(kind, 'time-zone'))

const pathsOf = (kind: Kind, format: 'date-time' | 'time-zone') =>
  new PathsByField(
    Object.entries(kind.fields).flatMap(([name, field]): { path: Path }[] =>
      field.readOnly
        ? []
        : findPlaces(field.schema, (schema) => (schema as { format?: string }).format === format || undefined).map(
            ({ path }) => ({ path: [name, ...path] }),
          ),
    ),
  )
