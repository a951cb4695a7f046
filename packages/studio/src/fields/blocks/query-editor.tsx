import { Group, NumberInput, Select, Stack } from '@mantine/core'
import type { KindName } from '../../data/api.ts'
import { isPlain } from '../../data/merge.ts'
import { errorWithin } from '../../data/pointers.ts'
import { useTexts } from '../../texts/language.tsx'
import type { Editor, EditorProps } from '../editor.tsx'
import { JsonEditor } from '../plain-editors.tsx'
import { ReferencesEditor } from '../reference-editor.tsx'
import { type QueryMode, readQuery, withChoice, withLimit, withSort } from './query-form.ts'
import { texts } from './texts.ts'

/** The editor of a stored query for records of a kind. */
export function queryEditorOf(kind: KindName): Editor {
  const known = editors.get(kind)
  if (known) return known
  const editor: Editor = (props) => <QueryEditor {...props} kind={kind} />
  editors.set(kind, editor)
  return editor
}

const editors = new Map<KindName, Editor>()
const modes: QueryMode[] = ['all', 'categories', 'chosen', 'custom']

/** Which records, in which order, and how many. A query that the form cannot express is edited as conditions. */
function QueryEditor({ kind, ...props }: EditorProps & { kind: KindName }) {
  const { value, onChange, errors, pointer, isDisabled } = props
  const t = useTexts(texts).query
  const form = readQuery(value)
  return (
    <Stack gap="xs" className="block-query">
      <Select
        label={t.which}
        allowDeselect={false}
        disabled={isDisabled}
        data={modes.map((mode) => ({ value: mode, label: t[mode] }))}
        value={form.mode}
        onChange={(mode) => onChange(withChoice(value, (mode ?? 'all') as QueryMode, []))}
      />
      {(form.mode === 'categories' || form.mode === 'chosen') && (
        <ReferencesEditor
          {...props}
          label={form.mode === 'categories' ? t.categories : t.records}
          schema={{ items: { refersTo: form.mode === 'categories' ? 'broadcastCategory' : kind } }}
          value={form.ids}
          onChange={(ids) => onChange(withChoice(value, form.mode, Array.isArray(ids) ? ids : []))}
        />
      )}
      {form.mode === 'custom' && (
        <JsonEditor
          {...props}
          label={t.conditions}
          value={isPlain(value) ? value.filters : []}
          onChange={(filters) => onChange({ ...(isPlain(value) ? value : {}), filters })}
          pointer={`${pointer}/filters`}
        />
      )}
      <Group grow align="flex-start">
        <Select
          label={t.order}
          placeholder={t.usual}
          clearable
          disabled={isDisabled}
          error={errorWithin(errors, `${pointer}/sort`)}
          data={ordersOf(kind, form.sort).map((order) => ({ value: order, label: orderName(order, t) }))}
          value={form.sort === '' ? null : form.sort}
          onChange={(sort) => onChange(withSort(value, sort ?? ''))}
        />
        <NumberInput
          label={t.limit}
          placeholder={t.noLimit}
          min={1}
          max={100}
          allowDecimal={false}
          disabled={isDisabled}
          error={errorWithin(errors, `${pointer}/limit`)}
          value={form.limit !== null && form.limit > 0 ? form.limit : ''}
          onChange={(limit) => onChange(withLimit(value, limit === '' ? null : Number(limit)))}
        />
      </Group>
    </Stack>
  )
}

/** The useful orders for a kind, and the stored one. */
function ordersOf(kind: KindName, stored: string): string[] {
  const own = { broadcastSession: ['time.start:asc'], broadcastArticle: ['publishedAt:desc', 'publishedAt:asc'] }
  const usual = [...(own[kind as keyof typeof own] ?? []), 'title:asc']
  return stored === '' || usual.includes(stored) ? usual : [...usual, stored]
}

function orderName(order: string, t: { byTime: string; byName: string; newest: string; oldest: string }): string {
  const names: Record<string, string> = {
    'time.start:asc': t.byTime,
    'title:asc': t.byName,
    'publishedAt:desc': t.newest,
    'publishedAt:asc': t.oldest,
  }
  return names[order] ?? order.replace(':', ' ')
}
