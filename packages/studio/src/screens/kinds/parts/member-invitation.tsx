import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { AnyRecord } from '@marquee/model'
import { IconLink, IconMail, IconUserX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { kindKey } from '../../../data/records.ts'
import { useTexts } from '../../../texts/language.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { useGo } from '../../../ui/navigation.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { texts } from './invite-texts.ts'

/** The invitation of a member who has not joined yet: a new link, another mail, or withdrawing it. */
export function MemberInvitation({ record }: { record: AnyRecord }) {
  const t = useTexts(texts)
  const { api, isOwner } = useBroadcast()
  const withdraw = useWithdraw(record)
  const invite = useMutation({
    mutationFn: async (way: 'mail' | 'link') => {
      const made = await api.sdk.members.invite(record._id, { mail: way === 'mail' })
      return { ...made, isMissing: way === 'mail' && !made.mailed }
    },
  })
  if (record.status !== 'invited' || !isOwner) return null
  const { data, error, isPending } = invite
  return (
    <Alert color="blue" mt="lg" radius="md">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t.pending}</Text>
        {error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error.message}
          </Text>
        )}
        {data && (
          <Text size="sm" role="status">
            {data.mailed ? t.mailed : data.isMissing ? t.notMailed : t.passOn}
          </Text>
        )}
        {data?.url && <InvitationLink url={data.url} label={t.linkFor(String(record.email))} />}
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconLink size={17} />}
            loading={isPending}
            onClick={() => invite.mutate('link')}
          >
            {t.newLink}
          </Button>
          <Button
            variant="default"
            leftSection={<IconMail size={17} />}
            loading={isPending}
            onClick={() => invite.mutate('mail')}
          >
            {t.sendAgain}
          </Button>
          <Button variant="light" color="red" leftSection={<IconUserX size={17} />} onClick={() => void withdraw()}>
            {t.withdraw}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

/** Deletes the member record, which invalidates every link to it. */
function useWithdraw(record: AnyRecord): () => Promise<void> {
  const t = useTexts(texts)
  const { api, id } = useBroadcast()
  const client = useQueryClient()
  const confirm = useConfirm()
  const go = useGo()
  return async () => {
    const email = String(record.email)
    const question = { title: t.withdrawTitle(email), message: t.withdrawHint, action: t.withdraw, isDangerous: true }
    if (!(await confirm(question))) return
    try {
      await api.kind('broadcastMember').delete(record._id)
      notifications.show({ color: 'green', message: t.withdrawn(email) })
      await go('members')
      await client.invalidateQueries({ queryKey: kindKey(id, 'broadcastMember') })
    } catch (error) {
      notifications.show({ color: 'red', message: error instanceof Error ? error.message : String(error) })
    }
  }
}
