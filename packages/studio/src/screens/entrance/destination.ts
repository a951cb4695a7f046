import { useRouter } from '@tanstack/react-router'
import { useSearchValues } from '../../ui/navigation.tsx'

/** Redirects after signing in to the page that was asked for, within the studio only. */
export function useEnter(): () => void {
  const router = useRouter()
  const [{ to }] = useSearchValues()
  return () => {
    const wanted = destinationOf(to) ?? destinationOf(localStorage.getItem(storageKey)) ?? '/'
    localStorage.removeItem(storageKey)
    void router.navigate({
      href: wanted.startsWith('/studio/') ? wanted : `/studio${wanted}`,
      reloadDocument: false,
    } as never)
  }
}

/** Remembers the page, such as an invitation, while the person confirms by mail. */
export function keepDestination(to: unknown): void {
  const wanted = destinationOf(to)
  if (wanted !== undefined) localStorage.setItem(storageKey, wanted)
}

const destinationOf = (to: unknown) => (typeof to === 'string' && /^\/(?!\/)/.test(to) ? to : undefined)
const storageKey = 'marquee.destination'
