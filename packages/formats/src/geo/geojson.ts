import { pictureOf } from '../addresses.ts'
import { type Collecting, collectProgramme } from '../collect.ts'
import { categoriesOf } from '../named.ts'
import { type Programme, Unreadable } from '../programme.ts'
import type { Source } from '../source.ts'
import { cutTo, descriptionOf, maxTitle } from '../texts.ts'
import { isObject, type Json, lineOf, objectsIn, present, textOf } from '../values.ts'
import { middleOf, type Position, positionOf } from './positions.ts'

export const isGeoJson = ({ json }: Source) =>
  isObject(json) &&
  (json.type === 'FeatureCollection' ||
    (json.type === 'Feature' && 'geometry' in json) ||
    geometries.has(String(json.type)))

const geometries = new Set(
  'Point MultiPoint LineString MultiLineString Polygon MultiPolygon GeometryCollection'.split(' '),
)

/** Reads the features of GeoJSON as places. */
export function readGeoJson({ json, url }: Source): Programme {
  if (!isObject(json)) throw new Unreadable('GeoJSON must be an object.', '/')
  const file = collectProgramme('geojson')
  const category = categoriesOf(file)
  const features = json.type === 'FeatureCollection' ? json.features : [json]
  if (!Array.isArray(features)) throw new Unreadable('The collection has no list of features.', '/features')
  for (const [index, feature] of features.entries()) {
    const at = json.type === 'FeatureCollection' ? `/features/${index}` : '/'
    if (!isObject(feature)) {
      file.note('invalid_entry', 'An entry is not a feature; it is left out.', at)
      continue
    }
    addFeature(file, feature, { at, base: url, category })
  }
  return file.finish({ title: lineOf(json.name) })
}

interface FeatureContext {
  at: string
  base: string | undefined
  category: ReturnType<typeof categoriesOf>
}

function addFeature(file: Collecting, feature: Json, { at, base, category }: FeatureContext): void {
  const properties = isObject(feature.properties) ? lowerKeys(feature.properties) : {}
  const say = (...names: string[]) => names.map((name) => textOf(properties[name])).find((text) => text !== undefined)
  const title = cutTo(lineOf(say('name', 'title', 'label', 'nom', 'titel')), maxTitle, at, file.note)
  const geometry = feature.type === 'Feature' ? feature.geometry : feature
  const position = isObject(geometry) ? placeIn(file, geometry, at) : undefined
  if (title === undefined) {
    file.note('no_title', 'A feature has no name; it is left out.', at)
    return
  }
  if (!position) file.note('no_position', `“${title}” has no position.`, at)
  const named = [say('category', 'categorie', 'kategorie', 'type', 'kind', 'folder', 'layer', 'group')].flatMap(
    (name) => category(name, at) ?? [],
  )
  file.place({
    id: textOf(feature.id) ?? say('id', '@id', 'fid', 'osm_id'),
    at,
    fields: present({
      title,
      description: descriptionOf([say('description', 'desc', 'beschreibung', 'text', 'popupcontent')], at, file.note),
      position,
      categoryIds: named,
      media: pictureOf(say('image', 'photo', 'picture', 'icon_url'), { at, note: file.note, base }),
    }),
  })
}

const lowerKeys = (properties: Json) =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name.toLowerCase(), value]))

function placeIn(file: Collecting, geometry: Json, at: string): Position | undefined {
  const positions = positionsIn(geometry)
  if (geometry.type === 'Point') {
    if (positions.length === 0)
      file.note('invalid_position', 'The position of a point cannot be read; it is left out.', at)
    return positions[0]
  }
  const middle = middleOf(positions)
  if (middle)
    file.note('shape_as_point', `A ${String(geometry.type).slice(0, 40)} is read as the point in its middle.`, at)
  return middle
}

/** All positions of a geometry, however deep its lists are; parsing has bounded the depth. */
function positionsIn(geometry: Json): Position[] {
  if (geometry.type === 'GeometryCollection') return objectsIn(geometry.geometries).flatMap(positionsIn)
  const collect = (value: unknown): Position[] => {
    if (!Array.isArray(value)) return []
    const position = positionOf(value[0], value[1])
    return position ? [position] : value.flatMap(collect)
  }
  return collect(geometry.coordinates)
}
