import { Badge, Radio, Text } from '@mantine/core'
import { useFieldLabel } from '../../kinds/labels.ts'
import { useTexts } from '../../texts/language.tsx'
import { type Choice, type Decisions, defaultChoice } from './decisions.ts'
import type { ImportChange, ImportField } from './imports.ts'
import { useValueText } from './names.tsx'
import { texts } from './texts.ts'

/** The values of a new record. */
export function NewFields({ change: { kind, fields } }: { change: ImportChange }) {
  const fieldLabel = useFieldLabel()
  const valueText = useValueText()
  const filled = fields
    .map(({ name, incoming }) => ({ name, text: valueText(incoming) }))
    .filter(({ text }) => text !== '')
  return (
    <dl className="import-values">
      {filled.map(({ name, text }) => (
        <div key={name}>
          <dt>{fieldLabel(name, kind)}</dt>
          <dd className="import-text">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

interface Props {
  change: ImportChange
  field: ImportField
  rule: Choice
  decisions: Decisions | undefined
}

/** A field that differs: the value now and that of the file. The chosen one is the result. */
export function FieldDiff({ change, field, rule, decisions }: Props) {
  const t = useTexts(texts)
  const fieldLabel = useFieldLabel()
  const valueText = useValueText()
  const name = fieldLabel(field.name, change.kind)
  const chosen = decisions ? decisions.fieldChoice(change, field, rule) : defaultChoice(field, rule)
  const sides: [Choice, string, unknown][] = [
    ['keep', t.now, field.current],
    ['take', t.source, field.incoming],
  ]
  const base = valueText(field.base)
  return (
    <div className="import-field" data-outcome={field.outcome}>
      <Sides
        label={name}
        value={chosen}
        onChange={decisions && ((choice) => decisions.chooseField(change, field, choice))}
      >
        {sides.map(([choice, label, value]) => (
          <Side
            key={choice}
            choice={choice}
            label={label}
            text={valueText(value)}
            isChosen={chosen === choice}
            isFixed={!decisions}
          />
        ))}
      </Sides>
      {field.outcome !== 'take' && base !== '' && (
        <Text size="xs" c="dimmed" className="import-text">
          {t.lastImport(base)}
        </Text>
      )}
    </div>
  )
}

function Sides({
  label,
  value,
  onChange,
  children,
}: {
  label: string
  value: Choice
  onChange: ((choice: Choice) => void) | undefined
  children: React.ReactNode
}) {
  if (!onChange)
    return (
      <>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <div className="import-sides">{children}</div>
      </>
    )
  return (
    <Radio.Group label={label} value={value} onChange={(next) => onChange(next as Choice)}>
      <div className="import-sides">{children}</div>
    </Radio.Group>
  )
}

function Side({
  choice,
  label,
  text,
  isChosen,
  isFixed,
}: {
  choice: Choice
  label: string
  text: string
  isChosen: boolean
  isFixed: boolean
}) {
  const t = useTexts(texts)
  const content = (
    <>
      <span className="import-side-head">
        {!isFixed && <Radio.Indicator size="xs" />}
        {label}
        {isChosen && (
          <Badge size="sm" variant="light" tt="none" radius="sm">
            {t.result}
          </Badge>
        )}
      </span>
      <span className="import-text">{text === '' ? <em>{t.empty}</em> : text}</span>
    </>
  )
  if (isFixed)
    return (
      <div className="import-side" data-chosen={isChosen || undefined}>
        {content}
      </div>
    )
  return (
    <Radio.Card value={choice} className="import-side" data-chosen={isChosen || undefined}>
      {content}
    </Radio.Card>
  )
}
