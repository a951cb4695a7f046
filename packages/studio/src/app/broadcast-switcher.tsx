import { Menu, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconLayoutGrid, IconSelector } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useBroadcast, useMyBroadcasts } from '../data/broadcasts.tsx'
import { BroadcastLogo } from '../fields/broadcast-logo.tsx'
import { useTexts } from '../texts/language.tsx'
import { pathTo } from '../ui/navigation.tsx'
import { texts } from './texts.ts'

/** Shows the open broadcast, and links to the others. */
export function BroadcastSwitcher() {
  const t = useTexts(texts)
  const { record } = useBroadcast()
  const { data: mine = [] } = useMyBroadcasts()
  const navigate = useNavigate()
  return (
    <Menu width="target" shadow="md" position="bottom-start">
      <Menu.Target>
        <button type="button" className="switcher">
          <VisuallyHidden>{t.switch}</VisuallyHidden>
          <BroadcastLogo record={record} size={34} />
          <Text span fw={650} fz="sm" truncate flex={1}>
            {record.name}
          </Text>
          <IconSelector size={17} />
        </button>
      </Menu.Target>
      <Menu.Dropdown miw={240}>
        {mine.map((one) => (
          <Menu.Item
            key={one._id}
            leftSection={<BroadcastLogo record={one} size={26} />}
            rightSection={one._id === record._id && <IconCheck size={16} />}
            onClick={() => void navigate({ to: pathTo(one._id, '') })}
          >
            {one.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLayoutGrid size={18} />} onClick={() => void navigate({ to: '/' })}>
          {t.allBroadcasts}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
