import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useFieldLabel } from '../../kinds/labels.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import { differenceTexts } from './difference-texts.ts'
import { shownValue } from './difference-value.ts'
import type { Difference } from './differences.ts'
import './difference-list.css'

interface Props {
  kind: string
  items: readonly Difference[]
  /** The names of the two sides, when not before and after. */
  sides?: { before: string; after: string }
  /** Replaces the name of a field. */
  head?: (path: readonly string[], name: string) => ReactNode
}

/** The differences of two states, field by field. */
export function DifferenceList({ kind, items, sides, head }: Props) {
  const t = useTexts(differenceTexts)
  const fieldLabel = useFieldLabel()
  return items.map(({ path, before, after }) => {
    const name = path.map((step) => fieldLabel(step, kind)).join(' › ')
    return (
      <div className="difference" key={path.join('/')}>
        {head?.(path, name) ?? (
          <Text size="sm" fw={650}>
            {name}
          </Text>
        )}
        <div className="difference-sides">
          <Side side="before" label={sides?.before ?? t.before} value={before} />
          <Side side="after" label={sides?.after ?? t.after} value={after} />
        </div>
      </div>
    )
  })
}

const longText = 420

function Side({ side, label, value }: { side: 'before' | 'after'; label: string; value: unknown }) {
  const t = useTexts(differenceTexts)
  const { yes, no } = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const [isWhole, setWhole] = useState(false)
  const { form, text } = shownValue(value, { yes, no, instant: (at) => formatInstant(at, timezone, language) })
  const isLong = text.length > longText
  return (
    <div className="difference-side" data-side={side} data-form={form}>
      <Text size="xs" c="dimmed" ff="text">
        {label}
      </Text>
      {form === 'nothing' ? <em>{t.nothing}</em> : isLong && !isWhole ? `${text.slice(0, longText)}…` : text}
      {isLong && (
        <Button size="compact-xs" variant="subtle" display="block" mt={6} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t.showLess : t.showAll}
        </Button>
      )}
    </div>
  )
}
