import type { ChangeOperation } from '@marquee/model'
import type { Language } from '../../../texts/define.ts'
import { type Cron, isAny, parseCron } from './cron.ts'

export const triggerTypes = ['manual', 'interval', 'schedule', 'once', 'change', 'webhook'] as const

/** The trigger of a workflow, as stored. */
export interface Trigger {
  type: (typeof triggerTypes)[number]
  everySeconds?: number
  cron?: string
  timezone?: string
  at?: string
  misfire?: 'once' | 'skip'
  overlap?: 'skip' | 'queue' | 'parallel'
  kind?: string
  operations?: ChangeOperation[]
  filters?: unknown[]
}

/** Whether events start it rather than the clock or a person. */
export const isByEvent = ({ type }: Trigger) => type === 'change' || type === 'webhook'

export function triggerOf(value: unknown): Trigger {
  const { type } = Object(value)
  const isKnown = triggerTypes.includes(type)
  return isKnown ? (value as Trigger) : { type: 'manual' }
}

/** `0 8 * * MON-FRI` -> `Monday to Friday at 08:00`; the expression itself when it is too complex. */
export function cronInWords(text: string, language: Language): string {
  const cron = parseCron(text)
  if (!cron) return text
  const words = phrases[language]
  const time = timeInWords(cron, language)
  return time === undefined ? text : capital([daysInWords(cron, language), time].filter(Boolean).join(words.joint))
}

/** `5400` -> `every 90 minutes` */
export function intervalInWords(seconds: number, language: Language): string {
  const words = phrases[language]
  const [count, unit] =
    seconds % 86_400 === 0
      ? [seconds / 86_400, 'day' as const]
      : seconds % 3_600 === 0
        ? [seconds / 3_600, 'hour' as const]
        : seconds % 60 === 0
          ? [seconds / 60, 'minute' as const]
          : [seconds, 'second' as const]
  return capital(words.every(count, words[unit][count === 1 ? 0 : 1]))
}

function timeInWords({ minutes, hours }: Cron, language: Language): string | undefined {
  const words = phrases[language]
  const isEveryHour = isAny(hours, 24)
  const step = stepOf(minutes, 60)
  if (isEveryHour && step === 1) return words.every(1, words.minute[0])
  if (isEveryHour && step !== undefined) return words.every(step, words.minute[1])
  const [minute] = minutes
  if (minutes.length !== 1 || minute === undefined) return undefined
  const hourStep = stepOf(hours, 24)
  if (isEveryHour) return words.hourly(minute)
  if (hourStep !== undefined)
    return `${words.every(hourStep, words.hour[1])}${minute === 0 ? '' : words.atMinute(minute)}`
  if (hours.length > 6) return undefined
  return words.at(
    listed(
      hours.map((hour) => `${two(hour)}:${two(minute)}`),
      language,
    ),
  )
}

function daysInWords({ days, months, weekdays, hours }: Cron, language: Language): string {
  const words = phrases[language]
  const everyMonth = isAny(months, 12)
  const monthNames = rangeOf(months, (month) => nameOf('month', month - 1, language), language)
  const parts: string[] = []
  if (!isAny(weekdays, 7)) parts.push(rangeOf(weekdays, (day) => nameOf('weekday', day, language), language))
  if (!isAny(days, 31)) {
    const numbers = rangeOf(days, String, language)
    parts.push(everyMonth ? words.daysOfEveryMonth(numbers) : words.daysOf(numbers, monthNames))
  } else if (!everyMonth) parts.push(words.in(monthNames))
  if (parts.length > 0) return parts.join(words.or)
  return isAny(hours, 24) || stepOf(hours, 24) !== undefined ? '' : words.everyDay
}

/** 0, 15, 30, 45 of 60 -> 15 */
function stepOf(values: readonly number[], of: number): number | undefined {
  const step = values.length > 1 ? (values[1] ?? 0) - (values[0] ?? 0) : 0
  const isStep = values[0] === 0 && of % step === 0 && values.every((value, index) => value === index * step)
  return isStep && values.length === of / step ? step : undefined
}

/** 1, 2, 3 -> `Monday to Wednesday`; 1, 3 -> `Monday and Wednesday` */
function rangeOf(values: readonly number[], name: (value: number) => string, language: Language): string {
  const [first = 0] = values
  const last = values.at(-1) ?? first
  const isRun = values.length > 2 && values.every((value, index) => value === first + index)
  return isRun ? phrases[language].range(name(first), name(last)) : listed(values.map(name), language)
}

const listed = (words: string[], language: Language) =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(words)
const two = (value: number) => String(value).padStart(2, '0')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The first of February 2026 was a Sunday. */
function nameOf(unit: 'month' | 'weekday', value: number, language: Language): string {
  const date = unit === 'month' ? new Date(Date.UTC(2026, value, 1)) : new Date(Date.UTC(2026, 1, 1 + value))
  return new Intl.DateTimeFormat(language, { [unit]: 'long', timeZone: 'UTC' }).format(date)
}

interface Phrases {
  joint: string
  or: string
  everyDay: string
  every: (count: number, unit: string) => string
  hourly: (minute: number) => string
  atMinute: (minute: number) => string
  at: (times: string) => string
  in: (months: string) => string
  daysOf: (days: string, months: string) => string
  daysOfEveryMonth: (days: string) => string
  range: (from: string, to: string) => string
  /** Singular and plural. */
  second: [string, string]
  minute: [string, string]
  hour: [string, string]
  day: [string, string]
}

const phrases: Record<Language, Phrases> = {
  en: {
    joint: ' ',
    or: ' or ',
    everyDay: 'every day',
    every: (count, unit) => (count === 1 ? `every ${unit}` : `every ${count} ${unit}`),
    hourly: (minute) => (minute === 0 ? 'every hour' : `every hour, ${minute} minutes past`),
    atMinute: (minute) => `, ${minute} minutes past`,
    at: (times) => `at ${times}`,
    in: (months) => `every day in ${months}`,
    daysOf: (days, months) => `on the ${days} of ${months}`,
    daysOfEveryMonth: (days) => `on the ${days} of every month`,
    range: (from, to) => `${from} to ${to}`,
    second: ['second', 'seconds'],
    minute: ['minute', 'minutes'],
    hour: ['hour', 'hours'],
    day: ['day', 'days'],
  },
  fr: {
    joint: ' ',
    or: ' ou ',
    everyDay: 'tous les jours',
    every: (count, unit) =>
      count === 1
        ? `${unit === 'jour' ? 'tous les jours' : `chaque ${unit}`}`
        : `${articles[unit] ?? 'tous les'} ${count} ${unit}`,
    hourly: (minute) => (minute === 0 ? 'toutes les heures' : `toutes les heures, à la minute ${minute}`),
    atMinute: (minute) => `, à la minute ${minute}`,
    at: (times) => `à ${times}`,
    in: (months) => `tous les jours en ${months}`,
    daysOf: (days, months) => `le ${days} ${months}`,
    daysOfEveryMonth: (days) => `le ${days} de chaque mois`,
    range: (from, to) => `${from} au ${to}`,
    second: ['seconde', 'secondes'],
    minute: ['minute', 'minutes'],
    hour: ['heure', 'heures'],
    day: ['jour', 'jours'],
  },
  es: {
    joint: ' ',
    or: ' o ',
    everyDay: 'todos los días',
    every: (count, unit) => (count === 1 ? `cada ${unit}` : `cada ${count} ${unit}`),
    hourly: (minute) => (minute === 0 ? 'cada hora' : `cada hora, en el minuto ${minute}`),
    atMinute: (minute) => `, en el minuto ${minute}`,
    at: (times) => `a las ${times}`,
    in: (months) => `todos los días de ${months}`,
    daysOf: (days, months) => `el ${days} de ${months}`,
    daysOfEveryMonth: (days) => `el ${days} de cada mes`,
    range: (from, to) => `${from} a ${to}`,
    second: ['segundo', 'segundos'],
    minute: ['minuto', 'minutos'],
    hour: ['hora', 'horas'],
    day: ['día', 'días'],
  },
}

const articles: Record<string, string> = {
  secondes: 'toutes les',
  minutes: 'toutes les',
  heures: 'toutes les',
  jours: 'tous les',
}
