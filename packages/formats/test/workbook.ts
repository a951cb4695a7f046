import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A cell of a test workbook: text, a number, or a number with a format (14 is a date, 20 a time, 22 both). */
export type Cell = string | number | { value: number; format: 14 | 20 | 22 } | null

/** Writes a workbook as Excel does, with one sheet for each name. */
export function workbook(sheets: Record<string, Cell[][]>): Promise<Buffer> {
  const names = Object.keys(sheets)
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}<Relationship Id="rId99" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="20" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
  for (const [at, name] of names.entries()) files[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(sheets[name] ?? [])
  return zip(files)
}

export async function zip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const file = new ZipFile()
  for (const [name, content] of Object.entries(files)) file.addBuffer(Buffer.from(content), name, { compress: true })
  file.end()
  return buffer(file.outputStream)
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const styles = [0, 14, 20, 22]

const sheetXml = (rows: Cell[][]) =>
  `<worksheet xmlns="${main}"><sheetData>${rows
    .map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, `${letters[column]}${at + 1}`)).join('')}</row>`,
    )
    .join('')}</sheetData></worksheet>`

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

function cellXml(cell: Cell, at: string): string {
  if (cell === null) return ''
  if (typeof cell === 'string') {
    const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    return `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
  }
  if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
  return `<c r="${at}" s="${styles.indexOf(cell.format)}"><v>${cell.value}</v></c>`
}
