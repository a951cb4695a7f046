import { Alert, Anchor, Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconMailFast } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useRequestReset, useResetPassword } from '../../data/session.ts'
import { useTexts } from '../../texts/language.tsx'
import { useSearchValues } from '../../ui/navigation.tsx'
import { keepDestination, useEnter } from './destination.ts'
import { failureOf } from './form-failure.tsx'
import { GuestForm } from './guest-form.tsx'
import { GuestFrame } from './guest-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { texts } from './texts.ts'

export function SignIn() {
  const t = useTexts(texts)
  const enter = useEnter()
  const [search] = useSearchValues()
  return (
    <GuestFrame title={t.signInTitle}>
      {search.reset === true && (
        <Alert color="green" mb="md" icon={<IconCircleCheck size={20} />}>
          {t.resetDone}
        </Alert>
      )}
      <SignInForm onSignedIn={enter} />
      <Group justify="space-between" mt="md">
        <Anchor component={Link} to="/forgot-password" size="sm">
          {t.forgot}
        </Anchor>
        <Text size="sm">
          {t.noAccount}{' '}
          <Anchor component={Link} to="/sign-up" search={search as never}>
            {t.signUp}
          </Anchor>
        </Text>
      </Group>
    </GuestFrame>
  )
}

export function SignUp() {
  const t = useTexts(texts)
  const enter = useEnter()
  const [search] = useSearchValues()
  return (
    <GuestFrame title={t.signUpTitle}>
      <SignUpForm onSignedIn={enter} onMailed={() => keepDestination(search.to)} />
      <Text size="sm" mt="md">
        {t.hasAccount}{' '}
        <Anchor component={Link} to="/sign-in" search={search as never}>
          {t.signIn}
        </Anchor>
      </Text>
    </GuestFrame>
  )
}

export function ForgotPassword() {
  const t = useTexts(texts)
  const request = useRequestReset()
  const [email, setEmail] = useState('')
  const submit = () => {
    request.mutate(email)
  }
  return (
    <GuestFrame title={t.forgotTitle} hint={t.forgotHint}>
      {request.isSuccess ? (
        <Alert color="green" icon={<IconMailFast size={20} />} role="status">
          {t.linkSent}
        </Alert>
      ) : (
        <GuestForm sending={request} action={t.sendLink} onSubmit={submit}>
          <TextInput
            label={t.email}
            type="email"
            autoComplete="username"
            required
            size="md"
            value={email}
            error={failureOf(request.error)('/email')}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        </GuestForm>
      )}
      <Anchor component={Link} to="/sign-in" size="sm" mt="md">
        {t.toSignIn}
      </Anchor>
    </GuestFrame>
  )
}

export function ResetPassword() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const [{ token }] = useSearchValues()
  const reset = useResetPassword()
  const [password, setPassword] = useState('')
  const submit = () => {
    reset.mutate(
      { token: String(token), newPassword: password },
      { onSuccess: () => void navigate({ to: '/sign-in', search: { reset: true } as never }) },
    )
  }
  return (
    <GuestFrame title={t.resetTitle} hint={token === undefined ? t.noToken : undefined}>
      {token !== undefined && (
        <GuestForm sending={reset} action={t.reset} onSubmit={submit}>
          <PasswordInput
            label={t.newPassword}
            description={t.passwordHint}
            autoComplete="new-password"
            required
            size="md"
            value={password}
            error={failureOf(reset.error)('/newPassword')}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </GuestForm>
      )}
      <Anchor component={Link} to="/forgot-password" size="sm" mt="md">
        {t.forgot}
      </Anchor>
    </GuestFrame>
  )
}
