import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Problem } from '../../data/api.ts'
import { type OpenInvitation, useAcceptInvitation, useInvitation } from '../../data/invitations.ts'
import { type Person, useSession, useSignOut } from '../../data/session.ts'
import { BroadcastLogo } from '../../fields/broadcast-logo.tsx'
import { roleSentences } from '../../kinds/declared/broadcast-member.ts'
import { useChoiceLabel } from '../../kinds/labels.ts'
import { nameIn } from '../../texts/field-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { pathTo, useSearchValues } from '../../ui/navigation.tsx'
import { keepDestination } from './destination.ts'
import { FormFailure } from './form-failure.tsx'
import { GuestFrame } from './guest-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { texts } from './texts.ts'

/** The page of an invitation: who invites to what, and joining with a new or an existing account. */
export function InvitationPage() {
  const { invitation: t } = useTexts(texts)
  const common = useCommon()
  const [{ token }] = useSearchValues()
  const found = useInvitation(typeof token === 'string' ? token : '')
  const session = useSession()
  if (found.isPending || session.isPending)
    return (
      <GuestFrame title={t.title}>
        <Loader type="dots" aria-label={common.loading} />
      </GuestFrame>
    )
  const { status = 'unusable', broadcast, invited_by } = found.data ?? {}
  if (status !== 'open' || !broadcast) {
    const reason =
      found.error && !isUnusable(found.error) ? found.error.message : t.closed[status === 'open' ? 'unusable' : status]
    return (
      <GuestFrame title={t.closedTitle} hint={reason}>
        {status === 'expired' && <Text mb="md">{t.askAgain(invited_by ?? undefined, broadcast?.name ?? '')}</Text>}
        <Anchor component={Link} to="/">
          {session.data ? t.toBroadcasts : t.toSignIn}
        </Anchor>
      </GuestFrame>
    )
  }
  const invitation = { ...found.data, status, broadcast } as OpenInvitation
  return (
    <GuestFrame title={invited_by ? t.titleBy(invited_by) : t.title}>
      <Shown invitation={invitation} />
      <Joining invitation={invitation} token={String(token)} person={session.data ?? null} />
    </GuestFrame>
  )
}

const isUnusable = (error: Error) => error instanceof Problem && error.status === 400

function Shown({ invitation: { broadcast, role } }: { invitation: OpenInvitation }) {
  const { language } = useLanguage()
  const choiceLabel = useChoiceLabel()
  return (
    <Group className="surface" p="md" mb="lg" wrap="nowrap" align="flex-start">
      <BroadcastLogo record={{ name: broadcast.name, theme: { logo: broadcast.logo } }} size={52} />
      <div>
        <Text fw={680} fz="lg" lh={1.2}>
          {broadcast.name}
        </Text>
        <Text size="sm" mt={4}>
          <strong>{choiceLabel('role', role)}</strong> · {nameIn(language, roleSentences[role])}
        </Text>
      </div>
    </Group>
  )
}

interface JoiningProps {
  invitation: OpenInvitation
  token: string
  person: Person | null
}

function Joining({ invitation, token, person }: JoiningProps) {
  const { invitation: t } = useTexts(texts)
  const navigate = useNavigate()
  const accept = useAcceptInvitation()
  const join = ({ id: personId }: Person) =>
    accept.mutate(
      { personId, token },
      { onSuccess: ({ broadcastId }) => void navigate({ to: pathTo(broadcastId, '') }) },
    )
  const joinNow = useEffectEvent(join)
  const wasGuest = useRef(false)
  useEffect(() => {
    // Signing in on this page is meant as accepting.
    if (person && wasGuest.current) joinNow(person)
    wasGuest.current = person === null
  }, [person])
  if (accept.error instanceof Problem && accept.error.code === 'already_member')
    return (
      <Stack>
        <Alert color="yellow" icon={<IconAlertCircle size={20} />} role="alert">
          {t.alreadyMember}
        </Alert>
        <Button component={Link} to="/" size="md">
          {t.toBroadcasts}
        </Button>
      </Stack>
    )
  return (
    <>
      <FormFailure error={accept.error} fields={[]} />
      {person ? (
        <AcceptAs email={invitation.email} person={person} isPending={accept.isPending} onAccept={() => join(person)} />
      ) : (
        <NewOrKnown email={invitation.email} />
      )}
    </>
  )
}

interface AcceptProps {
  email: string
  person: Person
  isPending: boolean
  onAccept: () => void
}

/** For a signed-in person. An invitation to another address can be accepted, but not by accident. */
function AcceptAs({ email, person, isPending, onAccept }: AcceptProps) {
  const { invitation: t } = useTexts(texts)
  const signOut = useSignOut()
  const isOther = person.email.toLowerCase() !== email.toLowerCase()
  const change = (
    <Button
      size="md"
      variant={isOther ? 'filled' : 'subtle'}
      loading={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      {t.otherAccount}
    </Button>
  )
  return (
    <Stack>
      {isOther && (
        <Alert color="yellow" icon={<IconAlertCircle size={20} />} role="alert">
          {t.otherAddress(email, person.email)}
        </Alert>
      )}
      {isOther && change}
      <Button size="md" variant={isOther ? 'default' : 'filled'} loading={isPending} onClick={onAccept}>
        {isOther ? t.acceptHere : t.accept}
      </Button>
      {!isOther && change}
    </Stack>
  )
}

/** For a person without a session: a new account, or an existing one. */
function NewOrKnown({ email }: { email: string }) {
  const t = useTexts(texts)
  const { href } = useRouter().state.location
  const [isKnown, setKnown] = useState(false)
  return (
    <>
      {isKnown ? (
        <SignInForm email={email} onSignedIn={() => {}} />
      ) : (
        <SignUpForm email={email} onSignedIn={() => {}} onMailed={() => keepDestination(href)} />
      )}
      <Text size="sm" mt="md">
        {isKnown ? t.noAccount : t.hasAccount}{' '}
        <Anchor component="button" type="button" onClick={() => setKnown(!isKnown)}>
          {isKnown ? t.signUp : t.signIn}
        </Anchor>
      </Text>
    </>
  )
}
