import type { PushState } from '../visitor.ts'

/** Whether this browser can get messages, and does. */
export async function readPushState(isWanted: boolean): Promise<PushState> {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return isIos() ? 'uninstalled' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return isWanted && (await subscriptionOf()) ? 'on' : 'off'
}

/** Asks the visitor and subscribes. Undefined when the visitor refused. */
export async function subscribe(api: string): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registration = await navigator.serviceWorker.ready
  const answer = await fetch(`${api}/push`, { credentials: 'omit' })
  const { publicKey } = await answer.json()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

export async function unsubscribe(): Promise<void> {
  await (await subscriptionOf())?.unsubscribe()
}

export async function subscriptionOf(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** iPhones and iPads have notifications for installed apps alone. */
const isIos = () =>
  'standalone' in navigator &&
  !(navigator as Navigator & { standalone?: boolean }).standalone &&
  navigator.maxTouchPoints > 1
