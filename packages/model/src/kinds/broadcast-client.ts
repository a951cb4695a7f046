import { defineKind, nullable, refs } from '../kind.ts'
import { PushSubscription } from '../shapes/push-subscription.ts'
import { QuietHours, ReminderMinutes } from '../shapes/reminding.ts'
import { Instant, Locale, OpenWord } from '../shapes/scalars.ts'

export const broadcastClient = defineKind({
  name: 'broadcastClient',
  plural: 'broadcastClients',
  about: 'One installed app or browser that follows the broadcast.',
  area: 'people',
  fields: {
    platform: nullable(OpenWord('ios', 'android', 'web'), { filter: true }),
    locale: nullable(Locale, { filter: true }),
    pushSubscription: nullable(PushSubscription, { secret: true }),
    favoriteIds: refs('broadcastSession', { label: 'Favourites' }),
    reminderMinutes: nullable(ReminderMinutes, { default: 15, filter: true }),
    quietHours: nullable(QuietHours),
    lastSeenAt: nullable(Instant, { sort: true, unlogged: true }),
  },
})
