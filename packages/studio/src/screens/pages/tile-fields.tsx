import { ActionIcon, Popover, TextInput, Tooltip } from '@mantine/core'
import type { Values } from '../../data/merge.ts'
import { type ErrorsByPointer, errorAt } from '../../data/pointers.ts'
import { useContentLanguage } from '../../fields/content-language.tsx'
import { IconChoice } from '../../fields/icon-editor.tsx'
import { localText } from '../../fields/localized-part.ts'
import { Members } from '../../fields/members.tsx'
import type { FieldSchema } from '../../fields/schema.ts'
import { useFieldLabel } from '../../kinds/labels.ts'
import { useTexts } from '../../texts/language.tsx'
import { AppIcon } from '../../ui/app-icon.tsx'
import { ShownField } from '../../ui/shown-field.tsx'
import { texts } from './texts.ts'

interface Props {
  tile: Values
  onChange: (tile: Values) => void
  schema: FieldSchema
  pointer: string
  errors: ErrorsByPointer
  isDisabled: boolean
}

/** An entry of the menu or a bar: its icon, label and target. */
export function TileFields({ tile, onChange, schema, pointer, errors, isDisabled }: Props) {
  const t = useTexts(texts)
  const fieldLabel = useFieldLabel()
  const [language] = useContentLanguage()
  const text = localText(tile, 'title', language, schema.localized)
  const title = typeof text.value === 'string' ? text.value : ''
  const name = t.iconOf(title || text.placeholder || '…')
  return (
    <div className="pages-tile">
      {isDisabled ? (
        <AppIcon icon={tile.icon} navigator={tile.navigator} size={19} />
      ) : (
        <Popover position="bottom-start" width={340} shadow="md" trapFocus withArrow>
          <Popover.Target>
            <Tooltip label={t.icon}>
              <ActionIcon variant="default" size={36} aria-label={name}>
                <AppIcon icon={tile.icon} navigator={tile.navigator} size={19} />
              </ActionIcon>
            </Tooltip>
          </Popover.Target>
          <Popover.Dropdown>
            <IconChoice label={t.icon} value={tile.icon} onChange={(icon) => onChange({ ...tile, icon })} />
          </Popover.Dropdown>
        </Popover>
      )}
      {isDisabled ? (
        <ShownField label={fieldLabel('title')}>{title || text.placeholder}</ShownField>
      ) : (
        <TextInput
          label={fieldLabel('title')}
          value={title}
          placeholder={text.placeholder}
          error={errorAt(errors, pointer + text.pointer)}
          onChange={(event) => onChange(text.withValue(event.currentTarget.value))}
        />
      )}
      <Members
        value={tile}
        onChange={onChange}
        schema={schema}
        pointer={pointer}
        errors={errors}
        isDisabled={isDisabled}
        only={['navigator']}
      />
    </div>
  )
}
