/** A value for display: nothing, text, or code. */
export interface ShownValue {
  form: 'nothing' | 'text' | 'code'
  text: string
}

interface Words {
  yes: string
  no: string
  instant(at: string): string
}

export function shownValue(value: unknown, { yes, no, instant }: Words): ShownValue {
  if (value === null || value === undefined || value === '') return { form: 'nothing', text: '' }
  if (Array.isArray(value) && value.length === 0) return { form: 'nothing', text: '' }
  if (typeof value === 'boolean') return { form: 'text', text: value ? yes : no }
  if (typeof value === 'string') return { form: 'text', text: isInstant.test(value) ? instant(value) : value }
  if (typeof value === 'number') return { form: 'text', text: String(value) }
  return { form: 'code', text: JSON.stringify(value, undefined, 2) }
}

const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
