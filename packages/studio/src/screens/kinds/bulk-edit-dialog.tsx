import { Button, Group, SegmentedControl, Select, Skeleton, Stack, Text } from '@mantine/core'
import { type AnyRecord, kindNamed } from '@marquee/model'
import { Suspense, useState } from 'react'
import type { KindName } from '../../data/api.ts'
import { useBulkChange } from '../../data/bulk-change.ts'
import { useEditorFor } from '../../fields/editor.tsx'
import { schemaOf } from '../../fields/schema.ts'
import { useFieldLabel } from '../../kinds/labels.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { bulkFields, isListField, type Mode, plannedChanges } from './bulk-edit.ts'
import { BulkPreview } from './bulk-preview.tsx'
import { texts } from './texts.ts'

interface Props {
  kind: KindName
  records: AnyRecord[]
  isOpen: boolean
  onClose: () => void
  onDone: () => void
}

/** One field of all selected records, with a preview of the changes. */
export function BulkEditDialog({ isOpen, onClose, ...props }: Props) {
  const { edit } = useTexts(texts)
  return (
    <Modal opened={isOpen} onClose={onClose} title={edit.title(props.records.length)} size="lg">
      {isOpen && <BulkForm {...props} onClose={onClose} />}
    </Modal>
  )
}

function BulkForm({ kind: kindName, records, onClose, onDone }: Omit<Props, 'isOpen'>) {
  const { edit } = useTexts(texts)
  const common = useCommon()
  const fieldLabel = useFieldLabel()
  const editorFor = useEditorFor()
  const bulk = useBulkChange(kindName)
  const [name, setName] = useState<string | null>(null)
  const [value, setValue] = useState<unknown>(undefined)
  const [mode, setMode] = useState<Mode>('replace')
  const kind = kindNamed(kindName)
  const field = name === null ? undefined : kind.fields[name]
  const Editor = field && editorFor(schemaOf(field))
  const changes = name === null || value === undefined ? [] : plannedChanges(records, name, value, mode)
  const names = bulkFields(kind).map((one) => ({ value: one, label: fieldLabel(one, kindName) }))
  const choose = (next: string | null) => {
    setName(next)
    setValue(undefined)
    setMode(next !== null && isListField(kind, next) ? 'add' : 'replace')
  }
  const apply = async () => {
    await bulk.change(changes)
    onClose()
    onDone()
  }
  return (
    <Stack>
      <Select
        label={edit.field}
        placeholder={edit.choose}
        searchable
        data={names.toSorted((a, b) => a.label.localeCompare(b.label))}
        value={name}
        onChange={choose}
        data-autofocus
      />
      {name !== null && isListField(kind, name) && (
        <SegmentedControl
          aria-label={edit.mode}
          value={mode}
          onChange={(next) => setMode(next as Mode)}
          data={(['add', 'remove', 'replace'] as const).map((one) => ({ value: one, label: edit[one] }))}
        />
      )}
      {name !== null && field && Editor && (
        <Suspense fallback={<Skeleton h={60} radius="md" />}>
          <Editor
            key={name}
            name={name}
            label={fieldLabel(name, kindName)}
            value={value ?? null}
            onChange={(next) => setValue(next ?? null)}
            schema={schemaOf(field)}
            pointer={`/${name}`}
            errors={noErrors}
            isClearable={field.presence === 'nullable' || field.presence === 'optional'}
          />
        </Suspense>
      )}
      {name !== null && field && <BulkPreview kind={kindName} name={name} changes={changes} total={records.length} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button disabled={changes.length === 0} loading={bulk.isPending} onClick={() => void apply()}>
          {edit.apply(changes.length)}
        </Button>
      </Group>
      {changes.length === 0 && name !== null && (
        <Text size="sm" c="dimmed" role="status">
          {edit.none}
        </Text>
      )}
    </Stack>
  )
}

const noErrors: ReadonlyMap<string, string> = new Map()
