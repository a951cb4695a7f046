/** A record that was just written, as JSON: the text that was stored. */
export { textOf as writtenJson } from '../store/records/record-rows.ts'
