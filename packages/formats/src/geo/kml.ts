import { pictureOf } from '../addresses.ts'
import { type Collecting, collectProgramme } from '../collect.ts'
import { categoriesOf } from '../named.ts'
import { type Programme, Unreadable } from '../programme.ts'
import { isZip, type Source } from '../source.ts'
import { unpackZip } from '../table/zip.ts'
import { decodeText } from '../text.ts'
import { cutTo, descriptionOf, maxTitle } from '../texts.ts'
import { lineOf, present, textOf } from '../values.ts'
import { childOf, childrenOf, type Element, parseXml } from '../xml.ts'
import { middleOf, type Position, positionOf } from './positions.ts'

export const isKml = ({ root, bytes }: Source) => root === 'kml' || (isZip(bytes) && isKmz(bytes))

/** The names of the packed files are in the directory at the end. */
const isKmz = (bytes: Uint8Array) => /\.kml/i.test(Buffer.from(bytes.subarray(-65_536)).toString('latin1'))

/** Reads the placemarks of KML, or of KML in a zip (KMZ), as places; their folders are categories. */
export async function readKml(source: Source): Promise<Programme> {
  const text = source.text === '' ? await unpacked(source) : source.text
  const root = parseXml(text)
  const container = childOf(root, 'Document') ?? childOf(root, 'Folder') ?? root
  const file = collectProgramme('kml')
  addPlacemarks(file, container, undefined, { base: source.url, category: categoriesOf(file) })
  return file.finish({ title: lineOf(childOf(container, 'name')?.text) })
}

async function unpacked(source: Source): Promise<string> {
  const files = await unpackZip(source.bytes, (name) => name.toLowerCase().endsWith('.kml'))
  const [bytes] = files.values()
  if (!bytes) throw new Unreadable('The zip file contains no KML.', 'the packed files')
  return decodeText({ bytes }, source.notes)
}

interface KmlContext {
  base: string | undefined
  category: ReturnType<typeof categoriesOf>
}

function addPlacemarks(file: Collecting, container: Element, folder: string | undefined, context: KmlContext): void {
  for (const child of container.children) {
    if (child.name === 'Placemark') addPlacemark(file, child, folder, context)
    if (child.name === 'Folder' || child.name === 'Document')
      addPlacemarks(file, child, lineOf(childOf(child, 'name')?.text) ?? folder, context)
  }
}

function addPlacemark(
  file: Collecting,
  mark: Element,
  folder: string | undefined,
  { base, category }: KmlContext,
): void {
  const at = `line ${mark.line}`
  const title = cutTo(lineOf(childOf(mark, 'name')?.text), maxTitle, at, file.note)
  if (title === undefined) {
    file.note('no_title', 'A placemark has no name; it is left out.', at)
    return
  }
  const position = positionIn(file, mark, at)
  if (!position) file.note('no_position', `“${title}” has no position.`, at)
  const entry = folder === undefined ? undefined : category(folder, at)
  file.place({
    id: textOf(mark.attributes.id),
    at,
    fields: present({
      title,
      description: descriptionOf([childOf(mark, 'description')?.text], at, file.note),
      position,
      categoryIds: entry ? [entry] : [],
      media: pictureOf(dataIn(mark, /^(?:image|photo|gx_media_links)$/i), { at, note: file.note, base }),
    }),
  })
}

/** A value of `<ExtendedData>`. */
const dataIn = (mark: Element, name: RegExp) =>
  textOf(
    childOf(
      childrenOf(childOf(mark, 'ExtendedData'), 'Data').find(({ attributes }) => name.test(attributes.name ?? '')),
      'value',
    )?.text,
  )?.split(/\s/)[0]

function positionIn(file: Collecting, mark: Element, at: string): Position | undefined {
  const point = childOf(mark, 'Point')
  if (point) {
    const [position] = positionsIn(point)
    if (!position) file.note('invalid_position', 'The position of a point cannot be read; it is left out.', at)
    return position
  }
  const middle = middleOf(positionsIn(mark))
  if (middle) file.note('shape_as_point', 'A line or an area is read as the point in its middle.', at)
  return middle
}

/** Tuples of longitude, latitude and altitude, separated by white space. */
function positionsIn(element: Element): Position[] {
  if (element.name === 'coordinates')
    return element.text
      .trim()
      .split(/\s+/)
      .flatMap((tuple) => {
        const [longitude = '', latitude = ''] = tuple.split(',')
        return longitude === '' || latitude === '' ? [] : (positionOf(Number(longitude), Number(latitude)) ?? [])
      })
  return element.children.flatMap(positionsIn)
}
