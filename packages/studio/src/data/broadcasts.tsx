import type { NewBroadcast } from '@marquee/sdk'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { type BroadcastApi, broadcastApi, marquee, type RecordFor } from './api.ts'
import { usePerson } from './session.ts'

export type Role = 'viewer' | 'editor' | 'owner'

export type MyBroadcast = RecordFor<'broadcast'> & {
  _access: { userId: string; role: Role; plan: string; sequence: number }
}

/** The open broadcast, and the person's permissions in it. */
export interface OpenBroadcast {
  api: BroadcastApi
  id: string
  record: MyBroadcast
  role: Role
  /** Whether the person may change content here. */
  canWrite: boolean
  isOwner: boolean
  /** The zone in which times are shown and entered. */
  timezone: string
}

export function useBroadcast(): OpenBroadcast {
  const open = use(BroadcastContext)
  if (!open) throw new Error('no broadcast is open')
  return open
}

/** Undefined outside of a broadcast. */
export function useOpenBroadcast(): OpenBroadcast | undefined {
  return use(BroadcastContext)
}

export function BroadcastProvider({ record, children }: { record: MyBroadcast; children: ReactNode }) {
  const { _id: id, _access } = record
  const api = useMemo(() => broadcastApi(_access.userId, id), [_access.userId, id])
  const value = useMemo<OpenBroadcast>(() => {
    const { role } = record._access
    return { api, id, record, role, canWrite: role !== 'viewer', isOwner: role === 'owner', timezone: record.timezone }
  }, [api, id, record])
  return <BroadcastContext value={value}>{children}</BroadcastContext>
}

const BroadcastContext = createContext<OpenBroadcast | undefined>(undefined)

/** The broadcasts that the person is a member of. */
export function useMyBroadcasts() {
  const { id } = usePerson()
  return useQuery({
    queryKey: myBroadcastsKey,
    queryFn: async () => (await marquee.account.listBroadcasts(id)) as unknown as MyBroadcast[],
    staleTime: 30_000,
  })
}

export function useCreateBroadcast() {
  const { id } = usePerson()
  const client = useQueryClient()
  return useMutation({
    /** A name, or the URL of a website to import, which also gives it a name. */
    mutationFn: (body: { name?: string; website?: string; timezone?: string; defaultLocale?: string }) =>
      marquee.account.createBroadcast(id, body as NewBroadcast),
    onSuccess: () => client.invalidateQueries({ queryKey: myBroadcastsKey }),
  })
}

export const myBroadcastsKey = ['my broadcasts']

/** Puts a record that was just read or changed into the cached list of broadcasts. */
export function rememberBroadcast(client: QueryClient, record: RecordFor<'broadcast'>): void {
  client.setQueryData<MyBroadcast[]>(myBroadcastsKey, (mine) =>
    mine?.map((one) => (one._id === record._id ? { ...one, ...record, _access: one._access } : one)),
  )
}
