import { Anchor, PasswordInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useConfirmSignUp } from '../../data/session.ts'
import { useTexts } from '../../texts/language.tsx'
import { useSearchValues } from '../../ui/navigation.tsx'
import { useEnter } from './destination.ts'
import { failureOf } from './form-failure.tsx'
import { GuestForm } from './guest-form.tsx'
import { GuestFrame } from './guest-frame.tsx'
import { texts } from './texts.ts'

/** The page linked from the mail about a new account. */
export function ConfirmSignUp() {
  const t = useTexts(texts)
  const enter = useEnter()
  const [{ token }] = useSearchValues()
  const confirm = useConfirmSignUp()
  const [password, setPassword] = useState('')
  const submit = () => {
    confirm.mutate({ token: String(token), password }, { onSuccess: () => enter() })
  }
  return (
    <GuestFrame title={t.confirmTitle} hint={token === undefined ? t.noToken : t.confirmHint}>
      {token !== undefined && (
        <GuestForm sending={confirm} action={t.confirm} onSubmit={submit}>
          <PasswordInput
            label={t.password}
            autoComplete="current-password"
            required
            size="md"
            value={password}
            error={failureOf(confirm.error)('/password')}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </GuestForm>
      )}
      <Anchor component={Link} to="/sign-up" size="sm" mt="md">
        {t.signUp}
      </Anchor>
    </GuestFrame>
  )
}
