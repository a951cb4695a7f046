import { Alert, Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { IconCircleCheck, IconMailFast } from '@tabler/icons-react'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useAcceptInvitation } from '../../data/broadcasts.tsx'
import { usePerson, useRequestReset, useResetPassword, useSignOut, useSignUp } from '../../data/session.ts'
import { useTexts } from '../../texts/language.tsx'
import { pathTo, useSearchValues } from '../../ui/navigation.tsx'
import { keepDestination, useEnter } from './destination.ts'
import { FormFailure, failureOf } from './form-failure.tsx'
import { GuestForm } from './guest-form.tsx'
import { GuestFrame } from './guest-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'
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
  const signUp = useSignUp()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const failure = failureOf(signUp.error)
  const submit = () => {
    signUp.mutate({ name, email, password }, { onSuccess: (person) => (person ? enter() : keepDestination(search.to)) })
  }
  // Without a session the service has sent a mail, whose link opens `ConfirmSignUp`.
  if (signUp.isSuccess && !signUp.data)
    return (
      <GuestFrame title={t.signUpTitle}>
        <Alert color="green" icon={<IconMailFast size={20} />} role="status">
          {t.confirmationSent(email)}
        </Alert>
      </GuestFrame>
    )
  return (
    <GuestFrame title={t.signUpTitle}>
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
      </GuestForm>
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

export function AcceptInvitation() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const { href } = useRouter().state.location
  const person = usePerson()
  const [{ token }] = useSearchValues()
  const accept = useAcceptInvitation()
  const signOut = useSignOut()
  const changeAccount = () =>
    signOut.mutate(undefined, { onSuccess: () => void navigate({ to: '/sign-in', search: { to: href } as never }) })
  return (
    <GuestFrame title={t.invitationTitle} hint={token === undefined ? t.noToken : t.invitationHint(person.email)}>
      <Stack>
        <FormFailure error={accept.error} fields={[]} />
        {token !== undefined && (
          <Button
            size="md"
            loading={accept.isPending}
            onClick={() =>
              accept.mutate(String(token), {
                onSuccess: ({ broadcastId }) => void navigate({ to: pathTo(broadcastId, '') }),
              })
            }
          >
            {t.accept}
          </Button>
        )}
        <Button variant="subtle" onClick={changeAccount}>
          {t.otherAccount}
        </Button>
      </Stack>
    </GuestFrame>
  )
}
