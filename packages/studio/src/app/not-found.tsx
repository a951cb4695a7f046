import { Button } from '@mantine/core'
import { IconCompassOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../texts/language.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { texts } from './texts.ts'

export function NotFound() {
  const t = useTexts(texts)
  return (
    <EmptyState
      icon={IconCompassOff}
      title={t.notFound}
      hint={t.notFoundHint}
      action={
        <Button component={Link} to="/" variant="light">
          {t.toStart}
        </Button>
      }
    />
  )
}
