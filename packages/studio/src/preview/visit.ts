import type { Route } from '@marquee/app/address'
import { useRef, useState } from 'react'

export interface Visit {
  route: Route
  hasMoved: boolean
  /** A link that would leave the app. */
  link: string | undefined
  open(route: Route): void
  back(): void
  restart(): void
  leave(url: string | undefined): void
}

/** The current screen of the app, and its history. */
export function useVisit(start: Route): Visit {
  const [routes, setRoutes] = useState<Route[]>([start])
  const [link, setLink] = useState<string>()
  // Stable, because the app is mounted once with them.
  const actions = useRef({
    open: (route: Route) => setRoutes((known) => [...known, route].slice(-50)),
    back: () => setRoutes((known) => (known.length > 1 ? known.slice(0, -1) : [{ screen: 'home' }])),
    restart: () => setRoutes([start]),
    leave: setLink,
  }).current
  return { route: routes.at(-1) ?? start, hasMoved: routes.length > 1, link, ...actions }
}
