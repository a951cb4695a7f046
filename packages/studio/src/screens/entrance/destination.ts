import { useRouter } from '@tanstack/react-router'
import { useSearchValues } from '../../ui/navigation.tsx'

/** Leads a person who has just signed in to the page they wanted to see before, inside of the studio alone. */
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

/** Keeps the page, such as an invitation, while the person goes through a mail. */
export function keepDestination(to: unknown): void {
  const wanted = destinationOf(to)
  if (wanted !== undefined) localStorage.setItem(storageKey, wanted)
}

const destinationOf = (to: unknown) => (typeof to === 'string' && /^\/(?!\/)/.test(to) ? to : undefined)
const storageKey = 'marquee.destination'
