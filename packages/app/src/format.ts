/** Dates and times of the festival in the language of the app. Formatters are slow to make, so each is made once. */
export function formatTime(ms: number, timeZone: string, locale: string): string {
  return formatter(locale, timeZone, 'time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(ms)
}

/** `Friday, July 2` in the order of the language. */
export function formatDay(day: string, locale: string, style: 'short' | 'long' | 'tab' = 'long'): string {
  return formatter(locale, 'UTC', style, dayStyles[style]).format(Date.parse(`${day}T12:00:00Z`))
}

/** `July 2 – 4, 2027`: the days of an event. */
export function formatDays({ start, end }: { start: string; end: string }, locale: string): string {
  const format = formatter(locale, 'UTC', 'date', dateStyle)
  return format.formatRange(Date.parse(`${start}T12:00:00Z`), Date.parse(`${end}T12:00:00Z`))
}

export function formatDate(ms: number, timeZone: string, locale: string): string {
  return formatter(locale, timeZone, 'date', dateStyle).format(ms)
}

export function formatMoment(ms: number, timeZone: string, locale: string): string {
  return formatter(locale, timeZone, 'moment', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(ms)
}

const dateStyle = { day: 'numeric', month: 'long', year: 'numeric' } satisfies Intl.DateTimeFormatOptions

const dayStyles = {
  tab: { weekday: 'short', day: 'numeric' },
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  long: { weekday: 'long', day: 'numeric', month: 'long' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string, timeZone: string, style: string, options: Intl.DateTimeFormatOptions) {
  const key = `${locale} ${timeZone} ${style}`
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options })
  formatters.set(key, known)
  return known
}
