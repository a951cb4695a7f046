import { Button, Text, Tooltip } from '@mantine/core'
import { type ReactNode, useId, useRef } from 'react'
import { useTexts } from '../../../texts/language.tsx'
import type { Variable } from '../graph/variables.ts'
import { toggled, type ValueType, type Wrapper, withExpression } from '../graph/wrapper.ts'
import { CodeField } from './code-field.tsx'
import { texts } from './texts.ts'
import { VariableList } from './variable-list.tsx'
import './panel.css'

interface Props {
  label: string
  type: ValueType
  wrapper: Wrapper | undefined
  onChange: (wrapper: Wrapper | undefined) => void
  variables: readonly Variable[]
  isDisabled: boolean
  isRequired?: boolean
  isFixed?: boolean
  prefersExpression?: boolean
  example?: string
  error?: string
  /** Hides the label visually; screen readers still read it. */
  isBare?: boolean
  /** The input of a fixed value. */
  children: (labelId: string) => ReactNode
}

/** A value of a step, fixed or as an expression, with a switch between the two. */
export function ConfigField(props: Props) {
  const {
    label,
    type,
    wrapper,
    onChange,
    isDisabled,
    isFixed = false,
    prefersExpression = false,
    isBare = false,
    error,
  } = props
  const t = useTexts(texts)
  const labelId = useId()
  const isExpression = !isFixed && (wrapper ? wrapper.useExpression === true : prefersExpression)
  const toggle = () => {
    // An unset value is in the preferred mode of the field; to leave it, the other mode must be stored.
    if (!wrapper && prefersExpression) onChange({ type, value: type === 'boolean' ? true : null, useExpression: false })
    else onChange(toggled(wrapper, type))
  }
  const switchLabel = isExpression ? t.asValue(label) : t.asExpression(label)
  return (
    <div>
      <div className="config-head">
        <span className="config-label" id={labelId} hidden={isBare}>
          {label}
          {props.isRequired && (
            <Text span c="red">
              {' '}
              *
            </Text>
          )}
        </span>
        {!isFixed && (
          <Tooltip label={switchLabel}>
            <button
              type="button"
              className="fx"
              aria-pressed={isExpression}
              aria-label={`fx, ${t.expression(label)}`}
              disabled={isDisabled}
              onClick={toggle}
            >
              fx
            </button>
          </Tooltip>
        )}
      </div>
      {isExpression ? <Expression {...props} /> : props.children(labelId)}
      {error && <div className="config-error">{error}</div>}
    </div>
  )
}

function Expression({ label, type, wrapper, onChange, variables, isDisabled, example, error }: Props) {
  const t = useTexts(texts)
  const insert = useRef<(text: string) => void>(() => {})
  const write = (expression: string) => onChange(withExpression(wrapper, type, expression))
  const expression = wrapper?.expression ?? ''
  return (
    <div>
      <CodeField
        label={t.expression(label)}
        value={expression}
        onChange={write}
        variables={variables}
        isProgram={false}
        isDisabled={isDisabled}
        placeholder={example}
        isInvalid={error !== undefined}
        onReady={(put) => {
          insert.current = put
        }}
      />
      {expression === '' && example !== undefined && !isDisabled && (
        <Button size="compact-xs" variant="subtle" mt={4} onClick={() => write(example)}>
          {t.useExample}
        </Button>
      )}
      {!isDisabled && <VariableList variables={variables} onPick={(path) => insert.current(path)} />}
    </div>
  )
}
