import { Button, CopyButton, Group, TextInput } from '@mantine/core'
import { useCommon } from '../../../texts/language.tsx'

/** The link of an invitation, to copy. */
export function InvitationLink({ url, label }: { url: string; label: string }) {
  const common = useCommon()
  return (
    <Group gap="xs" w="100%" wrap="nowrap">
      <TextInput aria-label={label} readOnly value={url} flex={1} onFocus={(event) => event.currentTarget.select()} />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? common.copied : common.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
