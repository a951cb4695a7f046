import type { PushState, Settings } from '../visitor.ts'
import type { ClientApi } from './client.ts'
import type { FavoritesKeeper } from './favorites-sync.ts'
import type { Local } from './local.ts'
import { readPushState, subscribe, subscriptionOf, unsubscribe } from './push.ts'
import { messagesOf } from './settings.ts'

/** What the service knows of this browser, and the messages that it sends. */
export interface Registration {
  calendarUrl(): string | undefined
  push(): PushState
  setPush(isWanted: boolean): Promise<void>
  /** Sends changed settings, if the service knows this browser. */
  update(change: object): void
  register(): Promise<void>
  /** Sends everything to a client that was registered just now. */
  onRegistered(calendarUrl: string): void
  forget(): Promise<void>
  isForgotten(): boolean
}

interface Parts {
  api: string
  local: Local
  client: ClientApi
  favorites(): FavoritesKeeper
  settings(): Settings
  onChange(): void
}

export function keepRegistration({ api, local, client, favorites, settings, onChange }: Parts): Registration {
  let calendarUrl: string | undefined
  let push: PushState = 'unsupported'
  const isWanted = () => local.read(names.push) === true
  const refresh = async () => {
    calendarUrl = (await client.current())?.calendarUrl
    push = await readPushState(isWanted())
    onChange()
  }
  const register = async () => {
    local.write(names.forgotten, false)
    await favorites().register()
  }
  const patch = async (change: object) => {
    // The service may have lost this client: then it is registered with everything.
    const isLost = (await client.current()) && !(await client.me('PATCH', change))
    if (isLost) await register()
  }
  const update = (change: object) => void patch(change).catch(() => {})
  void refresh().catch(() => {})
  return {
    calendarUrl: () => calendarUrl,
    push: () => push,
    update,
    register,
    async setPush(wanted) {
      if (wanted) {
        const subscription = await subscribe(api)
        if (subscription) {
          local.write(names.push, true)
          if (!(await client.current())) await register()
          await patch({ pushSubscription: subscription.toJSON() })
          update(messagesOf(settings()))
        }
      } else {
        local.write(names.push, false)
        await unsubscribe()
        await patch({ pushSubscription: null })
      }
      await refresh()
    },
    async onRegistered(url) {
      calendarUrl = url
      onChange()
      const subscription = isWanted() ? await subscriptionOf().catch(() => undefined) : undefined
      if (subscription) update({ pushSubscription: subscription.toJSON() })
    },
    async forget() {
      local.write(names.forgotten, true)
      local.write(names.push, false)
      await unsubscribe().catch(() => {})
      await client.forget()
      favorites().detach()
      await refresh()
    },
    isForgotten: () => local.read(names.forgotten) === true,
  }
}

const names = { push: 'push', forgotten: 'forgotten' }
