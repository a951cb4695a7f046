import { pictures } from './pictures.ts'
import { type DemoRecord, type Id, record } from './record.ts'

/** The pictures, and the typeface, of which there are no files: the fonts of the device are used. */
export function assets(id: Id, baseUrl: string): DemoRecord[] {
  return [...pictures(id, baseUrl), record(id, 'font', 'font-estran', { fontFamily: 'Estran Sans', weights: [] })]
}
