import type { Settings } from '../visitor.ts'
import type { Local } from './local.ts'

const usual: Settings = { scheme: 'auto', textSize: 'normal', reminderMinutes: 15, isQuietAtNight: true }

export function readSettings(local: Local): Settings {
  return { ...usual, ...Object(local.read(name)) }
}

export function writeSettings(local: Local, change: Partial<Settings>): void {
  local.write(name, { ...readSettings(local), ...change })
}

/** The look that the visitor chose, before the app has its content. */
export function applyLook(root: HTMLElement, { scheme, textSize }: Settings): void {
  const app = root.querySelector<HTMLElement>('.mq-app')
  if (!app) return
  app.dataset.scheme = scheme
  app.dataset.text = textSize
}

/** The settings of messages as the service takes them. */
export const messagesOf = ({ reminderMinutes, isQuietAtNight }: Settings) => ({
  reminderMinutes,
  quietHours: isQuietAtNight ? { from: '23:00', to: '08:00' } : null,
})

const name = 'settings'
