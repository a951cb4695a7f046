import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { Problem } from '../../data/api.ts'

/** The error of a form, unless one of its fields shows it. */
export function FormFailure({
  error,
  fields = ['/email', '/password', '/name', '/newPassword'],
}: {
  error: Error | null
  fields?: string[]
}) {
  if (!error) return null
  const isAtField = error instanceof Problem && error.errors.some(({ pointer }) => fields.includes(pointer))
  if (isAtField) return null
  return (
    <Alert color="red" icon={<IconAlertCircle size={20} />} role="alert">
      {error instanceof Problem && error.errors[0] ? error.errors[0].message : error.message}
    </Alert>
  )
}

export function failureOf(error: Error | null): (pointer: string) => string | undefined {
  const errors = error instanceof Problem ? error.errors : []
  return (pointer) => errors.find((one) => one.pointer === pointer)?.message
}
