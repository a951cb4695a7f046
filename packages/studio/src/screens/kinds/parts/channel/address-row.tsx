import { Anchor, Button, CopyButton, Group } from '@mantine/core'
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { shortAddress } from '../../../../kinds/site-address.ts'
import { useCommon } from '../../../../texts/language.tsx'

/** An address as a link, with buttons that open and copy it. `children` are further buttons. */
export function AddressRow({ url, children }: { url: string; children?: ReactNode }) {
  const common = useCommon()
  return (
    <Group gap="xs">
      <AddressLink url={url} />
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        size="compact-sm"
        variant="default"
        leftSection={<IconExternalLink size={15} />}
      >
        {common.open}
      </Button>
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
            onClick={copy}
          >
            {copied ? common.copied : common.copy}
          </Button>
        )}
      </CopyButton>
      {children}
    </Group>
  )
}

export function AddressLink({ url }: { url: string }) {
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" fw={600} style={{ overflowWrap: 'anywhere' }}>
      {shortAddress(url)}
    </Anchor>
  )
}
