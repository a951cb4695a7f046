import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { marquee } from './api.ts'

export interface Person {
  id: string
  email: string
  name: string
}

/** The signed-in person; null when signed out. */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: readSession,
    staleTime: 60_000,
  })
}

/** The signed-in person, on pages that require a session. */
export function usePerson(): Person {
  const { data } = useSession()
  if (!data) throw new Error('nobody is signed in')
  return data
}

export function useSignIn() {
  return useEntrance((who: { email: string; password: string }) => marquee.account.signIn(who))
}

/** The person is null when the address must first be confirmed by the link in a mail. */
export function useSignUp() {
  return useEntrance((who: { email: string; password: string; name: string }) => marquee.account.signUp(who))
}

export function useConfirmSignUp() {
  return useEntrance((what: { token: string; password: string }) => marquee.account.confirmSignUp(what))
}

export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => marquee.account.signOut(),
    onSuccess() {
      client.clear()
      client.setQueryData(sessionKey, null)
    },
  })
}

export function useRequestReset() {
  return useMutation({
    mutationFn: (email: string) => marquee.account.requestPasswordReset({ email }),
  })
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; newPassword: string }) => marquee.account.resetPassword(body),
  })
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      marquee.account.changePassword({ ...body, revokeOtherSessions: true }),
  })
}

export const sessionKey = ['session']

export async function readSession(): Promise<Person | null> {
  return (await marquee.account.session())?.user ?? null
}

/** A mutation that starts a session and caches its person, so that guards see it at once. */
function useEntrance<V>(enter: (who: V) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (who: V) => {
      await enter(who)
      return readSession()
    },
    onSuccess(person) {
      client.setQueryData(sessionKey, person)
    },
  })
}
