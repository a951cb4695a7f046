import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import './shown-field.css'

interface Props {
  label: ReactNode
  children: ReactNode
  error?: ReactNode
}

/** A value that cannot be changed here, as text that can be read and copied. */
export function ShownField({ label, children, error }: Props) {
  const isEmpty = children === undefined || children === null || children === '' || children === false
  return (
    <dl className="shown-field">
      <dt className="field-label">{label}</dt>
      <dd>{isEmpty ? '–' : children}</dd>
      {error && (
        <Text component="dd" size="xs" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
    </dl>
  )
}
