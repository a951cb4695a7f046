import { Link, type LinkProps, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ComponentProps, useCallback } from 'react'

export type SearchValues = Record<string, unknown>

/** The path of a screen of a broadcast: `pathTo(id, 'hosts', recordId)`. */
export function pathTo(broadcastId: string, screen: string, recordId?: string): string {
  return ['', 'b', broadcastId, ...(screen === '' ? [] : [screen]), ...(recordId ? [recordId] : [])].join('/')
}

/** Goes to a screen of the open broadcast. */
export function useGo() {
  const navigate = useNavigate()
  const broadcastId = useBroadcastParam()
  return useCallback(
    (screen: string, recordId?: string, options: { search?: SearchValues; replace?: boolean } = {}) => {
      const { search = {}, replace = false } = options
      return navigate({ to: pathTo(broadcastId, screen, recordId), search: search as never, replace })
    },
    [navigate, broadcastId],
  )
}

export function useBroadcastParam(): string {
  const { broadcastId } = useParams({ strict: false }) as { broadcastId?: string }
  return broadcastId ?? ''
}

/** The record in the URL, if any. */
export function useRecordParam(): string | undefined {
  return (useParams({ strict: false }) as { recordId?: string }).recordId
}

type SearchChange = SearchValues | ((known: SearchValues) => SearchValues)

/** The search parameters of the URL, and how to change them without leaving the screen. */
export function useSearchValues(): [SearchValues, (change: SearchChange) => void] {
  const values = useSearch({ strict: false }) as SearchValues
  const navigate = useNavigate()
  const change = useCallback(
    (more: SearchChange) => {
      const search = (known: SearchValues) => {
        const values = { ...known, ...(typeof more === 'function' ? more(known) : more) }
        return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ''))
      }
      void navigate({ to: '.', search: search as never, replace: true })
    },
    [navigate],
  )
  return [values, change]
}

interface ScreenLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  screen: string
  recordId?: string
  search?: SearchValues
  /** Whether it is current only at its exact URL. */
  exact?: boolean
  /** Whether it is current only with its search parameters. */
  includeSearch?: boolean
}

/** A link to a screen of the open broadcast. */
export function ScreenLink({
  screen,
  recordId,
  search,
  exact = false,
  includeSearch = false,
  ...rest
}: ScreenLinkProps) {
  const broadcastId = useBroadcastParam()
  const activeOptions = { exact, includeSearch }
  const props = { to: pathTo(broadcastId, screen, recordId), search: search ?? {}, activeOptions }
  return <Link {...(props as LinkProps)} {...rest} />
}
