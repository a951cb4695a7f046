import { useRef, useState } from 'react'
import { type Destination, isSameDestination } from './destination.ts'

export interface Visit {
  place: Destination
  canGoBack: boolean
  hasMoved: boolean
  isMenuOpen: boolean
  /** A link that would leave the app. */
  link: string | undefined
  open(destination: Destination | undefined): void
  back(): void
  restart(): void
  closeMenu(): void
  closeLink(): void
}

/** The current destination in the app, and its history. */
export function useVisit(start: Destination, startsWithMenu: boolean): Visit {
  const [places, setPlaces] = useState<Destination[]>([start])
  const [isMenuOpen, setMenuOpen] = useState(startsWithMenu)
  const [link, setLink] = useState<string>()
  const open = useRef((destination: Destination | undefined) => {
    if (!destination) return
    if (destination.to === 'link') return setLink(destination.url)
    if (destination.to === 'menu') return setMenuOpen((isOpen) => !isOpen)
    setMenuOpen(false)
    setPlaces((known) => (isSameDestination(destination, known.at(-1)) ? known : [...known, destination].slice(-50)))
  }).current
  return {
    place: places.at(-1) ?? start,
    canGoBack: places.length > 1,
    hasMoved: places.length > 1 || isMenuOpen !== startsWithMenu,
    isMenuOpen,
    link,
    open,
    back: () => setPlaces((known) => (known.length > 1 ? known.slice(0, -1) : known)),
    restart: () => {
      setPlaces([start])
      setMenuOpen(startsWithMenu)
    },
    closeMenu: () => setMenuOpen(false),
    closeLink: () => setLink(undefined),
  }
}
