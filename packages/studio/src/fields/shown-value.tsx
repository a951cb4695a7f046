import { Anchor, Code, ColorSwatch, Group, Image, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { KindName } from '../data/api.ts'
import { useBroadcast } from '../data/broadcasts.tsx'
import { isPlain, type Values } from '../data/merge.ts'
import { errorWithin } from '../data/pointers.ts'
import { useRecord, useRecordsById } from '../data/records.ts'
import { useChoiceLabel, useFieldLabel } from '../kinds/labels.ts'
import { placeOf } from '../kinds/places.ts'
import { nameOf } from '../kinds/record-names.ts'
import { useCommon, useLanguage } from '../texts/language.tsx'
import { ScreenLink } from '../ui/navigation.tsx'
import { ShownField } from '../ui/shown-field.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { dateFormats, formatInstant } from '../ui/zoned.ts'
import type { Editor, EditorProps } from './editor.tsx'
import { mediaIdOf, mediaUrlOf } from './media-value.ts'
import { type FieldSchema, isListOfBlocks, isReference, typeOf } from './schema.ts'

/** A disabled editor is replaced by text. The editor of blocks stays, because it shows cards; their fields are text. */
export const shownInstead = (schema: FieldSchema, editor: Editor): Editor => (isListOfBlocks(schema) ? editor : Shown)

function Shown({ name, label, schema, value, errors, pointer }: EditorProps) {
  return (
    <ShownField label={label} error={errorWithin(errors, pointer)}>
      {isEmpty(value) ? undefined : <ShownValue name={name} schema={schema} value={value} />}
    </ShownField>
  )
}

interface Props {
  name: string
  schema: FieldSchema
  value: unknown
}

/** A value to be read, or a dash. */
export const ShownOrNothing = (props: Props) =>
  isEmpty(props.value) ? (
    <Text span c="dimmed">
      –
    </Text>
  ) : (
    <ShownValue {...props} />
  )

/** A value of any schema, to be read: names instead of ids, dates in the zone of the broadcast, pictures as pictures. */
function ShownValue({ name, schema, value }: Props): ReactNode {
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const choiceLabel = useChoiceLabel()
  if (schema.media) return <ShownMedia value={value} />
  if (isReference(schema)) {
    const kind = (schema.refersTo ?? schema.items?.refersTo) as KindName
    return <ShownReferences kind={kind} ids={[value].flat().filter((id) => typeof id === 'string')} />
  }
  if (name === 'status' && typeof value === 'string') return <StatusChip status={value} />
  if (typeof value === 'boolean') return value ? common.yes : common.no
  if (typeof value === 'number') return new Intl.NumberFormat(language).format(value)
  if (typeof value === 'string') {
    if (schema.enum) return choiceLabel(name, value)
    if (schema.format === 'date-time') return formatInstant(value, timezone, language, dateFormats.weekday)
    if (schema.format === 'uri' && /^https?:/i.test(value))
      return (
        <Anchor href={value} fz="inherit">
          {value}
        </Anchor>
      )
    if (/^#[0-9a-f]{3,8}$/i.test(value)) return <ShownColor color={value} />
    return value
  }
  if (Array.isArray(value)) return <ShownList name={name} schema={schema} values={value} />
  if (isPlain(value) && schema.properties) return <ShownMembers schema={schema} value={value} />
  return <Code block>{JSON.stringify(value, null, 2)}</Code>
}

/** The members that have a value. */
function ShownMembers({ schema, value }: { schema: FieldSchema; value: Values }) {
  const fieldLabel = useFieldLabel()
  const members = Object.entries(schema.properties ?? {}).filter(
    ([name, { const: fixed }]) =>
      fixed === undefined && !isEmpty(value[name]) && !(schema.localized && name === 'localeDetails'),
  )
  return (
    <Stack gap={4}>
      {members.map(([name, member]) => (
        <div key={name}>
          <Text span size="sm" c="dimmed">
            {fieldLabel(name)}:{' '}
          </Text>
          <ShownValue name={name} schema={member} value={value[name]} />
        </div>
      ))}
    </Stack>
  )
}

function ShownList({ name, schema, values }: { name: string; schema: FieldSchema; values: unknown[] }) {
  const { items = {} } = schema
  if (typeOf(items) === 'string') return values.map(String).join(', ')
  return (
    <Stack gap="sm" component="ul" className="shown-list">
      {values.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, their position identifies them
        <li key={index}>
          <ShownValue name={name} schema={items} value={one} />
        </li>
      ))}
    </Stack>
  )
}

function ShownReferences({ kind, ids }: { kind: KindName; ids: string[] }) {
  const common = useCommon()
  const { language } = useLanguage()
  const records = useRecordsById(kind, ids)
  return (
    <Group gap={10}>
      {ids.map((id) => {
        const record = records.get(id)
        const words = record ? nameOf(kind, record, language) || common.untitled : '…'
        const place = placeOf(kind, id)
        return place ? (
          <ScreenLink key={id} {...place} className="shown-link">
            {words}
          </ScreenLink>
        ) : (
          <span key={id}>{words}</span>
        )
      })}
    </Group>
  )
}

function ShownMedia({ value }: { value: unknown }) {
  const { data } = useRecord('media', mediaIdOf(value))
  const url = mediaUrlOf(data?.record ?? value)
  if (!url) return <Code block>{JSON.stringify(value, null, 2)}</Code>
  return <Image src={url} alt={data?.record.alt ?? ''} mah={180} maw={320} w="auto" radius="md" fit="contain" />
}

function ShownColor({ color }: { color: string }) {
  return (
    <Group gap={8} component="span" wrap="nowrap">
      <ColorSwatch component="span" color={color} size={18} />
      {color}
    </Group>
  )
}

function isEmpty(value: unknown): boolean {
  if (isPlain(value)) return Object.values(value).every(isEmpty)
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
