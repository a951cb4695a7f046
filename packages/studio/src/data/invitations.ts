import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { marquee } from './api.ts'
import { myBroadcastsKey } from './broadcasts.tsx'

type Shown = Awaited<ReturnType<typeof marquee.account.lookUpInvitation>>

/** An invitation that can be accepted. */
export type OpenInvitation = { [K in keyof Shown]: NonNullable<Shown[K]> }

/** What a token invites to; the person may not have an account yet. */
export function useInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => marquee.account.lookUpInvitation(token, { signal }),
  })
}

export function useAcceptInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ personId, token }: { personId: string; token: string }) =>
      marquee.account.acceptInvitation(personId, token),
    onSuccess: () => client.invalidateQueries({ queryKey: myBroadcastsKey }),
  })
}
