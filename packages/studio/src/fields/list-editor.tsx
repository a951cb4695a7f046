import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isPlain, type Values } from '../data/merge.ts'
import { errorAt, pointerTo } from '../data/pointers.ts'
import { useCommon } from '../texts/language.tsx'
import type { EditorProps } from './editor.tsx'
import { Members } from './members.tsx'

/** An ordered list of objects. */
export function ListEditor(props: EditorProps) {
  const { schema, errors, isDisabled } = props
  const item = schema.items ?? {}
  return (
    <OrderedList
      {...props}
      newItem={() => ({})}
      renderItem={(value, onChange, pointer) => (
        <div className="member-grid">
          <Members
            value={value}
            onChange={onChange}
            schema={item}
            pointer={pointer}
            errors={errors}
            isDisabled={isDisabled}
          />
        </div>
      )}
    />
  )
}

interface OrderedProps extends EditorProps {
  newItem: () => Values
  renderItem: (value: Values, onChange: (value: Values) => void, pointer: string) => ReactNode
  addLabel?: string
}

/** Adding, removing and reordering for every list, by mouse and by keyboard. */
export function OrderedList({
  label,
  value,
  onChange,
  pointer,
  errors,
  isDisabled,
  newItem,
  renderItem,
  addLabel,
}: OrderedProps) {
  const common = useCommon()
  const items = Array.isArray(value) ? value.map((one) => (isPlain(one) ? one : {})) : []
  const replace = (at: number, next: Values) => onChange(items.map((one, index) => (index === at ? next : one)))
  const move = (from: number, to: number) => {
    const moved = items.toSpliced(from, 1).toSpliced(to, 0, items[from] ?? {})
    onChange(moved)
  }
  const error = errorAt(errors, pointer)
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <span className="field-label">{label}</span>
        {!isDisabled && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={15} />}
            onClick={() => onChange([...items, newItem()])}
          >
            {addLabel ?? common.add}
          </Button>
        )}
      </Group>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" mb={6}>
          {error}
        </Text>
      )}
      <Stack gap="xs">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, their position identifies them
          <Paper key={index} withBorder p="sm" radius="md">
            <Group align="flex-start" wrap="nowrap" gap="xs">
              <Stack gap="xs" flex={1} miw={0}>
                {renderItem(item, (next) => replace(index, next), pointer + pointerTo(index))}
              </Stack>
              {!isDisabled && (
                <Stack gap={2}>
                  <ActionIcon aria-label={common.moveUp} disabled={index === 0} onClick={() => move(index, index - 1)}>
                    <IconArrowUp size={16} />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={common.moveDown}
                    disabled={index === items.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <IconArrowDown size={16} />
                  </ActionIcon>
                  <ActionIcon aria-label={common.remove} onClick={() => onChange(items.toSpliced(index, 1))}>
                    <IconTrash size={16} />
                  </ActionIcon>
                </Stack>
              )}
            </Group>
          </Paper>
        ))}
      </Stack>
    </div>
  )
}
