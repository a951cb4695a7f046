import { Alert, Button, Group, Radio, SegmentedControl, Stack, TagsInput, Text } from '@mantine/core'
import { IconLink, IconMail } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { kindKey } from '../../../data/records.ts'
import { roleSentences } from '../../../kinds/declared/broadcast-member.ts'
import { useChoiceLabel } from '../../../kinds/labels.ts'
import { nameIn } from '../../../texts/field-names.ts'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { Modal } from '../../../ui/dialog.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { texts } from './invite-texts.ts'

type Role = keyof typeof roleSentences
const roles: Role[] = ['editor', 'viewer', 'owner']

interface Sent {
  email: string
  url?: string | undefined
  /** Why there is a link, or that it was mailed. */
  about: string
  isRefused?: boolean
}

/** Invites people in one step: their addresses, their role, and a mail or a link. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts(texts)
  const invite = useInvite()
  const close = () => {
    invite.reset()
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={close} title={t.title} size="lg">
      {invite.data ? (
        <Results sent={invite.data} onMore={invite.reset} onDone={close} />
      ) : (
        <InviteForm
          isSending={invite.isPending}
          error={invite.error}
          onSubmit={(wanted) => invite.mutate(wanted)}
          onCancel={close}
        />
      )}
    </Modal>
  )
}

interface Wanted {
  emails: string[]
  role: Role
  way: 'mail' | 'link'
}

/** Creates a member and an invitation for each address; one that is refused does not stop the others. */
function useInvite() {
  const t = useTexts(texts)
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  return useMutation({
    async mutationFn({ emails, role, way }: Wanted) {
      const sent: Sent[] = []
      for (const email of emails) {
        try {
          const { record } = await api.kind('broadcastMember').create({ email, role })
          const { url, mailed } = await api.sdk.members.invite(record._id, { mail: way === 'mail' })
          sent.push({ email, url, about: mailed ? t.mailed : way === 'mail' ? t.notMailed : t.passOn })
        } catch (error) {
          const isKnown = Object(error).status === 409
          sent.push({ email, about: isKnown ? t.known : String(Object(error).message), isRefused: true })
        }
      }
      return sent
    },
    onSettled: () => client.invalidateQueries({ queryKey: kindKey(id, 'broadcastMember') }),
  })
}

interface FormProps {
  isSending: boolean
  error: Error | null
  onSubmit: (wanted: Wanted) => void
  onCancel: () => void
}

function InviteForm({ isSending, error, onSubmit, onCancel }: FormProps) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const choiceLabel = useChoiceLabel()
  const [emails, setEmails] = useState<string[]>([])
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<Role>('editor')
  const [way, setWay] = useState<Wanted['way']>('mail')
  const [isRefused, setRefused] = useState(false)
  // An address that was typed without a comma or Enter counts as well.
  const all = addressesIn([...emails, typed])
  const wrong = all.filter((one) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(one))
  const problem = all.length === 0 ? t.noEmail : wrong.length > 0 ? t.notEmail(wrong.join(', ')) : undefined
  const submit = () => {
    setRefused(problem !== undefined)
    if (problem === undefined) onSubmit({ emails: all, role, way })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        {error && <Alert color="red">{error.message}</Alert>}
        <TagsInput
          label={t.emails}
          description={t.emailsHint}
          data-autofocus
          inputMode="email"
          splitChars={[',', ' ', ';']}
          maxTags={50}
          value={emails}
          onChange={(texts) => setEmails(addressesIn(texts))}
          searchValue={typed}
          onSearchChange={setTyped}
          error={isRefused ? problem : undefined}
        />
        <Radio.Group label={t.role} value={role} onChange={(value) => setRole(value as Role)}>
          <Stack gap="xs" mt={6}>
            {roles.map((one) => (
              <Radio
                key={one}
                value={one}
                label={choiceLabel('role', one)}
                description={nameIn(language, roleSentences[one])}
              />
            ))}
          </Stack>
        </Radio.Group>
        <SegmentedControl
          aria-label={t.way}
          value={way}
          onChange={(value) => setWay(value as Wanted['way'])}
          data={[
            { value: 'mail', label: <Way icon={<IconMail size={17} aria-hidden />} label={t.byMail} /> },
            { value: 'link', label: <Way icon={<IconLink size={17} aria-hidden />} label={t.byLink} /> },
          ]}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={isSending}>
            {way === 'mail' ? t.send : t.makeLink}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const addressesIn = (texts: string[]) => [
  ...new Set(texts.flatMap((text) => text.toLowerCase().split(/[\s,;]+/)).filter((one) => one !== '')),
]

const Way = ({ icon, label }: { icon: ReactNode; label: string }) => (
  <Group gap={8} justify="center" wrap="nowrap">
    {icon}
    {label}
  </Group>
)

function Results({ sent, onMore, onDone }: { sent: Sent[]; onMore: () => void; onDone: () => void }) {
  const t = useTexts(texts)
  return (
    <Stack>
      {sent.map(({ email, url, about, isRefused }) => (
        <div key={email}>
          <Text fw={600} size="sm">
            {email}
          </Text>
          <Text
            size="sm"
            c={isRefused ? 'var(--mantine-color-error)' : 'dimmed'}
            role={isRefused ? 'alert' : 'status'}
            mb={6}
          >
            {about}
          </Text>
          {url && <InvitationLink url={url} label={t.linkFor(email)} />}
        </div>
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={onMore}>
          {t.more}
        </Button>
        <Button onClick={onDone} data-autofocus>
          {t.done}
        </Button>
      </Group>
    </Stack>
  )
}
