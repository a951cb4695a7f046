import { Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormFailure } from './form-failure.tsx'

interface Props {
  /** The request of the form. */
  sending: { error: Error | null; isPending: boolean }
  action: string
  onSubmit: () => void
  children: ReactNode
}

/** A form with one action; errors are shown above. */
export function GuestForm({ sending, action, onSubmit, children }: Props) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      noValidate
    >
      <Stack>
        <FormFailure error={sending.error} />
        {children}
        <Button type="submit" size="md" loading={sending.isPending}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}
