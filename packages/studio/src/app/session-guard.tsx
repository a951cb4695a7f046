import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { onUnauthorized } from '../data/api.ts'
import { usePerson } from '../data/session.ts'
import { SignInForm } from '../screens/entrance/sign-in-form.tsx'
import { useTexts } from '../texts/language.tsx'
import { Modal } from '../ui/dialog.tsx'
import { layers } from '../ui/layers.ts'
import { texts } from './texts.ts'

/** When the session expires: sign in again in a dialog, without leaving the screen. */
export function SessionGuard() {
  const t = useTexts(texts)
  const client = useQueryClient()
  const person = usePerson()
  const [isExpired, setExpired] = useState(false)
  useEffect(() => onUnauthorized(() => setExpired(true)), [])
  return (
    <Modal
      opened={isExpired}
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t.expired}
      zIndex={layers.session}
    >
      <Text c="dimmed" mb="md">
        {t.expiredHint}
      </Text>
      <SignInForm
        email={person.email}
        onSignedIn={(now) => {
          // A different person who signs in must not see or save the work of the first.
          if (now.id !== person.id) return location.assign('/studio/')
          setExpired(false)
          void client.invalidateQueries()
        }}
      />
    </Modal>
  )
}
