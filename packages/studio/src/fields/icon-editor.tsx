import { Button, CloseButton, Group, Input, Popover, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { isPlain } from '../data/merge.ts'
import { errorWithin } from '../data/pointers.ts'
import { useCommon } from '../texts/language.tsx'
import { AppIcon } from '../ui/app-icon.tsx'
import type { EditorProps } from './editor.tsx'
import { IconPicker } from './icon-picker.tsx'

/** An icon, chosen from those that the visitors' app draws; apps with other libraries take any name. */
export function IconEditor(props: EditorProps) {
  const { label, value, onChange, errors, pointer, isDisabled } = props
  const { icons, remove } = useCommon()
  const [isOpen, { toggle, close }] = useDisclosure()
  const type = typeOf(value)
  return (
    <Input.Wrapper label={label} error={errorWithin(errors, pointer)}>
      <Group gap={4} wrap="nowrap">
        <Popover opened={isOpen} onChange={close} width={340} position="bottom-start" shadow="md" trapFocus withArrow>
          <Popover.Target>
            <Button
              variant="default"
              disabled={isDisabled ?? false}
              aria-label={`${label}: ${type ?? icons.choose}`}
              leftSection={type && <AppIcon icon={value} size={18} />}
              onClick={toggle}
            >
              {type ?? icons.choose}
            </Button>
          </Popover.Target>
          <Popover.Dropdown>
            <IconChoice
              {...props}
              onChange={(icon) => {
                onChange(icon)
                close()
              }}
            />
          </Popover.Dropdown>
        </Popover>
        {type && !isDisabled && <CloseButton aria-label={`${remove}: ${label}`} onClick={() => onChange(null)} />}
      </Group>
    </Input.Wrapper>
  )
}

/** The picker, and a name for apps that have more icons than the visitors' app. */
export function IconChoice({ label, value, onChange }: Pick<EditorProps, 'label' | 'value' | 'onChange'>) {
  const { icons } = useCommon()
  const type = typeOf(value)
  const set = (type: string) => onChange({ family: 'lucide', ...(isPlain(value) ? value : {}), type })
  return (
    <>
      <IconPicker label={label} type={type} onPick={set} />
      <TextInput
        mt="xs"
        size="xs"
        label={icons.byName}
        description={icons.byNameHint}
        defaultValue={type ?? ''}
        key={type}
        maxLength={1_000}
        onBlur={(event) => keepName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') keepName(event.currentTarget.value)
        }}
      />
    </>
  )

  function keepName(name: string) {
    const wanted = name.trim()
    if (wanted !== '' && wanted !== type) set(wanted)
  }
}

const typeOf = (value: unknown) => (isPlain(value) && typeof value.type === 'string' ? value.type : null)
