import { Container, Group } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { Wordmark } from '../ui/wordmark.tsx'
import { AccountMenu } from './account-menu.tsx'
import { SessionGuard } from './session-guard.tsx'

/** The frame of pages that belong to the person rather than to a broadcast. */
export function PersonalFrame() {
  return (
    <Container size={1120} py="lg" px={{ base: 16, sm: 32 }}>
      <Group component="header" justify="space-between" mb={{ base: 32, sm: 56 }}>
        <Link to="/" style={{ color: 'inherit', display: 'flex' }}>
          <Wordmark height={30} />
        </Link>
        <AccountMenu isCompact />
      </Group>
      <main>
        <Outlet />
      </main>
      <SessionGuard />
    </Container>
  )
}
