import { Autocomplete, Group, Select } from '@mantine/core'
import { isPlain } from '../data/merge.ts'
import { errorAt, errorWithin } from '../data/pointers.ts'
import { useFieldLabel } from '../kinds/labels.ts'
import type { EditorProps } from './editor.tsx'

/** An icon from one of the families that the apps support. */
export function IconEditor({ label, value, onChange, errors, pointer, isDisabled }: EditorProps) {
  const fieldLabel = useFieldLabel()
  const icon = isPlain(value) ? value : {}
  const set = (change: Record<string, unknown>) => {
    const next = { ...icon, ...change }
    onChange(next.family || next.type ? next : null)
  }
  return (
    <Group align="flex-end" gap="xs" grow>
      <Select
        label={`${label}: ${fieldLabel('family')}`}
        data={['lucide', 'remix', 'hero']}
        clearable
        disabled={isDisabled}
        error={errorAt(errors, `${pointer}/family`)}
        value={typeof icon.family === 'string' ? icon.family : null}
        onChange={(family) => set({ family })}
      />
      <Autocomplete
        label={fieldLabel('icon')}
        data={common}
        disabled={isDisabled}
        error={errorWithin(errors, `${pointer}/type`)}
        value={typeof icon.type === 'string' ? icon.type : ''}
        onChange={(type) => set({ family: icon.family ?? 'lucide', type: type === '' ? null : type })}
      />
    </Group>
  )
}

const common = [
  'calendar',
  'map-pin',
  'music',
  'mic',
  'star',
  'heart',
  'home',
  'info',
  'ticket',
  'utensils',
  'coffee',
  'beer',
  'bus',
  'accessibility',
  'baby',
  'camera',
  'film',
  'palette',
  'users',
  'newspaper',
  'search',
  'menu',
  'tent',
  'toilet',
  'first-aid',
]
