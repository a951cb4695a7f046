import 'dayjs/locale/es'
import 'dayjs/locale/fr'
import { DatesProvider } from '@mantine/dates'
import type { ReactNode } from 'react'
import { useLanguage } from '../texts/language.tsx'

/** Calendars use the language of the studio, and weeks begin on Monday. */
export function DateLanguage({ children }: { children: ReactNode }) {
  const { language } = useLanguage()
  return <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>{children}</DatesProvider>
}
