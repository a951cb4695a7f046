import { Text } from '@mantine/core'
import { kindNamed } from '@marquee/model'
import { IconArrowRight } from '@tabler/icons-react'
import type { KindName } from '../../data/api.ts'
import type { RecordChange } from '../../data/bulk-change.ts'
import type { Values } from '../../data/merge.ts'
import { schemaOf } from '../../fields/schema.ts'
import { ShownOrNothing } from '../../fields/shown-value.tsx'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { texts } from './texts.ts'

interface Props {
  kind: KindName
  name: string
  changes: RecordChange[]
  total: number
}

/** The value of each record before and after. */
export function BulkPreview({ kind, name, changes, total }: Props) {
  const { edit } = useTexts(texts)
  const { untitled } = useCommon()
  const { language } = useLanguage()
  const field = kindNamed(kind).fields[name]
  if (!field || changes.length === 0) return null
  const schema = schemaOf(field)
  return (
    <section>
      <Text fw={600} size="sm" mb={6} role="status">
        {edit.changes(changes.length, total)}
      </Text>
      <ul className="surface bulk-preview">
        {changes.slice(0, shown).map(({ record, body }) => (
          <li key={record._id}>
            <Text size="sm" fw={550} lineClamp={1}>
              {nameOf(kind, record as unknown as Values, language) || untitled}
            </Text>
            <div className="bulk-values">
              <ShownOrNothing name={name} schema={schema} value={(record as unknown as Values)[name]} />
              <IconArrowRight size={15} aria-hidden />
              <ShownOrNothing name={name} schema={schema} value={body[name]} />
            </div>
          </li>
        ))}
      </ul>
      {changes.length > shown && (
        <Text size="sm" c="dimmed" mt={4}>
          {edit.more(changes.length - shown)}
        </Text>
      )}
    </section>
  )
}

const shown = 50
