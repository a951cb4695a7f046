/** An address with its position, in the axes of a place: longitude is x, latitude y. */
export interface Address {
  title: string
  position: { x: number; y: number }
}

/** Reads an answer of Nominatim (a list) or of Photon and others (GeoJSON). Undefined when it is neither. */
export function readAddresses(answer: unknown): Address[] | undefined {
  const entries = Array.isArray(answer) ? answer.map(ofNominatim) : featuresOf(answer)?.map(ofFeature)
  return entries?.filter((one) => one !== undefined).slice(0, maxAddresses)
}

const maxAddresses = 10
const maxTitle = 300

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function featuresOf(answer: unknown): unknown[] | undefined {
  return isFields(answer) && Array.isArray(answer.features) ? answer.features : undefined
}

function ofNominatim(entry: unknown): Address | undefined {
  return isFields(entry) ? addressOf(entry.display_name, entry.lon, entry.lat) : undefined
}

function ofFeature(feature: unknown): Address | undefined {
  const { geometry, properties } = isFields(feature) ? feature : {}
  if (!isFields(geometry) || !Array.isArray(geometry.coordinates) || !isFields(properties)) return undefined
  // GeocodeJSON puts its words one level deeper.
  const words = isFields(properties.geocoding) ? properties.geocoding : properties
  const title = words.display_name ?? words.label ?? titleOf(words)
  return addressOf(title, geometry.coordinates[0], geometry.coordinates[1])
}

/** Photon answers the parts of an address. */
function titleOf({ name, street, housenumber, postcode, city, country }: Fields): string {
  const joined = (...parts: unknown[]) => parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
  const parts = [joined(name), joined(housenumber, street), joined(postcode, city), joined(country)]
  return [...new Set(parts.filter((part) => part !== ''))].join(', ')
}

function addressOf(title: unknown, longitude: unknown, latitude: unknown): Address | undefined {
  const [x, y] = [degrees(longitude, 180), degrees(latitude, 90)]
  if (typeof title !== 'string' || title.trim() === '' || x === undefined || y === undefined) return undefined
  return { title: title.trim().slice(0, maxTitle), position: { x, y } }
}

/** Six decimals are about ten centimeters. */
function degrees(value: unknown, most: number): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !(Math.abs(number) <= most)) return undefined
  return Number(number.toFixed(6)) + 0
}
