import { Text } from '@mantine/core'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useTexts } from '../../../texts/language.tsx'
import { exampleOf } from '../graph/example.ts'
import type { Flow, WorkflowNode } from '../graph/flow.ts'
import type { Variable } from '../graph/variables.ts'
import { readAt, type Wrapper, withValue } from '../graph/wrapper.ts'
import { contentKinds } from '../nodes/content-kinds.ts'
import type { FieldDeclaration } from '../nodes/declaration.ts'
import { useStepWords } from '../step-words.tsx'
import { CodeField } from './code-field.tsx'
import { ConfigField } from './config-field.tsx'
import { EntriesEditor } from './entries-editor.tsx'
import { texts } from './texts.ts'
import { BooleanValue, ChoiceValue, JsonValue, NumberValue, TextValue } from './value-input.tsx'

interface Props {
  declaration: FieldDeclaration
  node: WorkflowNode
  flow: Flow
  variables: readonly Variable[]
  isDisabled: boolean
  error: string | undefined
  onChange: (wrapper: Wrapper | undefined) => void
}

/** A setting of a step, as its declaration says. */
export function StepField({ declaration, error, ...rest }: Props) {
  const { node, flow, variables, isDisabled, onChange } = rest
  const { fieldName } = useStepWords()
  const { path, type, isRequired, isFixed, prefersExpression } = declaration
  const wrapper = readAt(node.config, path)
  return (
    <ConfigField
      label={fieldName(declaration)}
      type={type}
      wrapper={wrapper}
      onChange={onChange}
      variables={variables}
      isDisabled={isDisabled}
      isRequired={isRequired}
      isFixed={isFixed}
      prefersExpression={prefersExpression}
      example={exampleOf(declaration, flow, node)}
      error={error}
    >
      {(labelId) => (
        <FixedInput
          {...rest}
          declaration={declaration}
          wrapper={wrapper}
          labelId={labelId}
          hasError={error !== undefined}
        />
      )}
    </ConfigField>
  )
}

type InputProps = Omit<Props, 'error'> & { wrapper: Wrapper | undefined; labelId: string; hasError: boolean }

function FixedInput({
  declaration,
  wrapper,
  node,
  flow,
  variables,
  isDisabled,
  labelId,
  hasError,
  onChange,
}: InputProps) {
  const words = useStepWords()
  const { type, form, choices = [], min, max, placeholder, keys } = declaration
  const label = words.fieldName(declaration)
  const write = (value: unknown) => onChange(withValue(wrapper, type, value))
  const props = { labelId, value: wrapper?.value, onChange: write, isDisabled, hasError }
  switch (form) {
    case 'number':
      return <NumberValue {...props} min={min} max={max} />
    case 'switch':
      return <BooleanValue {...props} />
    case 'choice': {
      const values = choices.map((one) => (typeof one === 'string' ? one : one.value))
      return (
        <ChoiceValue {...props} choices={values.map((value) => ({ value, label: words.choiceName(choices, value) }))} />
      )
    }
    case 'kind':
      return (
        <ChoiceValue
          {...props}
          isSearchable
          choices={contentKinds.map((kind) => ({ value: kind, label: words.kindName(kind) }))}
        />
      )
    case 'node':
      return (
        <ChoiceValue
          {...props}
          isSearchable
          choices={flow.nodes
            .filter(({ id }) => id !== node.id)
            .map((one) => ({ value: one.id, label: words.nameOf(one) }))}
        />
      )
    case 'credential':
      return <CredentialInput {...props} />
    case 'entries': {
      const { value } = props
      if (typeof value === 'string' || typeof value === 'number') return <TextValue {...props} isLong />
      return (
        <EntriesEditor
          wrapper={wrapper}
          onChange={onChange}
          variables={variables}
          isDisabled={isDisabled}
          keys={keys?.(node.config ?? {}) ?? []}
        />
      )
    }
    case 'json':
      return <JsonValue {...props} />
    case 'code':
      return (
        <CodeField
          label={label}
          value={typeof wrapper?.value === 'string' ? wrapper.value : ''}
          onChange={write}
          variables={variables}
          isProgram
          isDisabled={isDisabled}
          isInvalid={hasError}
        />
      )
    default:
      return <TextValue {...props} isLong={form === 'long'} placeholder={placeholder} />
  }
}

/** Only owners can list credentials; an editor who knows an id can still type it. */
function CredentialInput(props: {
  labelId: string
  value: unknown
  onChange: (value: unknown) => void
  isDisabled: boolean
  hasError: boolean
}) {
  const t = useTexts(texts)
  const { record } = useBroadcast()
  const stored: unknown[] = Array.isArray(record.authData) ? record.authData : []
  const choices = stored
    .map((entry) => Object(entry))
    .filter(({ id }) => typeof id === 'string')
    .map(({ id, name, type }) => ({ value: String(id), label: `${name || id} (${type})` }))
  if (choices.length > 0) return <ChoiceValue {...props} choices={choices} />
  return (
    <>
      <TextValue {...props} />
      <Text size="xs" c="dimmed" mt={4}>
        {t.noCredential}
      </Text>
    </>
  )
}
