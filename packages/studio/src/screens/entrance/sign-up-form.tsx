import { Alert, Anchor, PasswordInput, Text, TextInput } from '@mantine/core'
import { IconMailFast } from '@tabler/icons-react'
import { useState } from 'react'
import { metaContent } from '../../data/page-meta.ts'
import { type Person, useSignUp } from '../../data/session.ts'
import { useTexts } from '../../texts/language.tsx'
import { failureOf } from './form-failure.tsx'
import { GuestForm } from './guest-form.tsx'
import { texts } from './texts.ts'

interface Props {
  email?: string
  onSignedIn: (person: Person) => void
  /** The service has sent a mail, whose link opens `ConfirmSignUp`. */
  onMailed: () => void
}

/** Name, e-mail and password of a new account. */
export function SignUpForm({ email: known = '', onSignedIn, onMailed }: Props) {
  const t = useTexts(texts)
  const signUp = useSignUp()
  const [name, setName] = useState('')
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState('')
  const terms = metaContent('terms')
  const failure = failureOf(signUp.error)
  const submit = () => {
    signUp.mutate({ name, email, password }, { onSuccess: (person) => (person ? onSignedIn(person) : onMailed()) })
  }
  if (signUp.isSuccess && !signUp.data)
    return (
      <Alert color="green" icon={<IconMailFast size={20} />} role="status">
        {t.confirmationSent(email)}
      </Alert>
    )
  return (
    <GuestForm sending={signUp} action={t.signUp} onSubmit={submit}>
      <TextInput
        label={t.name}
        autoComplete="name"
        required
        size="md"
        value={name}
        error={failure('/name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t.email}
        type="email"
        autoComplete="username"
        required
        size="md"
        value={email}
        error={failure('/email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        label={t.password}
        description={t.passwordHint}
        autoComplete="new-password"
        required
        size="md"
        value={password}
        error={failure('/password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {terms !== '' && (
        <Text size="sm" c="dimmed">
          {t.acceptTerms}{' '}
          <Anchor inherit href={terms} target="_blank" rel="noreferrer">
            {t.terms}
          </Anchor>
          .
        </Text>
      )}
    </GuestForm>
  )
}
