import { ActionIcon, Popover, TextInput, Tooltip } from '@mantine/core'
import type { Values } from '../../data/merge.ts'
import { type ErrorsByPointer, errorAt } from '../../data/pointers.ts'
import { IconEditor } from '../../fields/icon-editor.tsx'
import { Members } from '../../fields/members.tsx'
import type { FieldSchema } from '../../fields/schema.ts'
import { useFieldLabel } from '../../kinds/labels.ts'
import { AppIcon } from '../../preview/icon.tsx'
import { useTexts } from '../../texts/language.tsx'
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
  const title = typeof tile.title === 'string' ? tile.title : ''
  const name = t.iconOf(title || '…')
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
            <IconEditor
              name="icon"
              label={t.icon}
              value={tile.icon}
              onChange={(icon) => onChange({ ...tile, icon })}
              schema={{}}
              pointer={`${pointer}/icon`}
              errors={errors}
            />
          </Popover.Dropdown>
        </Popover>
      )}
      {isDisabled ? (
        <ShownField label={fieldLabel('title')}>{title}</ShownField>
      ) : (
        <TextInput
          label={fieldLabel('title')}
          value={title}
          error={errorAt(errors, `${pointer}/title`)}
          onChange={(event) => onChange({ ...tile, title: event.currentTarget.value })}
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
