import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import type { AnyRecord } from '@marquee/model'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useCommon, useTexts } from '../../../texts/language.tsx'
import { texts } from '../texts.ts'

/** An invitation link for a member who has not joined yet. */
export function MemberInvitation({ record }: { record: AnyRecord }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { api, isOwner } = useBroadcast()
  const invite = useMutation({ mutationFn: () => api.sdk.members.invite(record._id) })
  if (record.status !== 'invited' || !isOwner) return null
  return (
    <Alert color="blue" mt="lg" radius="md">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t.inviteHint}</Text>
        {invite.error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {invite.error.message}
          </Text>
        )}
        {invite.data?.url ? (
          <>
            <Group gap="xs" w="100%" wrap="nowrap">
              <TextInput
                aria-label={t.inviteLink}
                readOnly
                value={invite.data.url}
                flex={1}
                onFocus={(event) => event.currentTarget.select()}
              />
              <CopyButton value={invite.data.url}>
                {({ copied, copy }) => (
                  <Button variant="default" onClick={copy}>
                    {copied ? common.copied : common.copy}
                  </Button>
                )}
              </CopyButton>
            </Group>
            {invite.data.mailed && <Text size="sm">{t.inviteMailed}</Text>}
          </>
        ) : (
          <Button leftSection={<IconSend size={17} />} loading={invite.isPending} onClick={() => invite.mutate()}>
            {t.invite}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
