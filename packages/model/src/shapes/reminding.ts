import Type from '../type.ts'
import { Shape, TimeOfDay } from './scalars.ts'

/** How many minutes before the start of a favorite a visitor's app can be reminded. */
export const reminderMinutes = [5, 15, 30] as const
export type ReminderMinutes = (typeof reminderMinutes)[number]

export const ReminderMinutes = Type.Unsafe<ReminderMinutes>({
  type: 'integer',
  enum: [...reminderMinutes],
  description: 'How many minutes before the start of a favorite the app is notified. Null turns reminders off.',
})

export const QuietHours = Shape(
  { from: TimeOfDay, to: TimeOfDay },
  {
    title: 'QuietHours',
    description:
      'A time of the day, in the zone of the broadcast, in which changes of favorites are not announced. It may pass midnight.',
  },
)
