import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Person, useSignIn } from '../../data/session.ts'
import { useTexts } from '../../texts/language.tsx'
import { FormFailure, failureOf } from './form-failure.tsx'
import { texts } from './texts.ts'

/** E-mail and password; also shown when a session expires during work. */
export function SignInForm({
  email: known = '',
  onSignedIn,
}: {
  email?: string
  onSignedIn: (person: Person) => void
}) {
  const t = useTexts(texts)
  const signIn = useSignIn()
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate({ email, password }, { onSuccess: (person) => person && onSignedIn(person) })
  }
  const failure = failureOf(signIn.error)
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormFailure error={signIn.error} />
        <TextInput
          label={t.email}
          type="email"
          autoComplete="username"
          required
          value={email}
          error={failure('/email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
          size="md"
        />
        <PasswordInput
          label={t.password}
          autoComplete="current-password"
          required
          value={password}
          error={failure('/password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
          size="md"
        />
        <Button type="submit" size="md" loading={signIn.isPending}>
          {t.signIn}
        </Button>
      </Stack>
    </form>
  )
}
