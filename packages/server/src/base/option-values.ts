import { availableParallelism } from 'node:os'
import { parseRanges } from './outbound/index.ts'

export interface RateLimit {
  limit: number
  windowSeconds: number
}

/* Each parses the text of an option; undefined when it is wrong. */

export const bucketName = (name: string) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) ? name : undefined)

export function wholeNumber(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : undefined
}

export const postgresUrl = (text: string) => (/^postgres(ql)?:\/\//.test(text) ? text : undefined)

/** `auto` is one for each core. */
export const processCount = (text: string, max: number): number | undefined =>
  text === 'auto' ? Math.min(availableParallelism(), max) : wholeNumber(text, 1, max)

export function rateLimit(text: string): { limit: RateLimit | undefined } | undefined {
  if (text === 'off') return { limit: undefined }
  const [, limit, windowSeconds] = /^([1-9]\d{0,9})\/([1-9]\d{0,5})$/.exec(text) ?? []
  return limit && windowSeconds ? { limit: { limit: Number(limit), windowSeconds: Number(windowSeconds) } } : undefined
}

export function yesNo(text: string): boolean | undefined {
  if (text === 'true' || text === 'on') return true
  return text === 'false' || text === 'off' ? false : undefined
}

export function keyRing(text: string): Buffer[] | undefined {
  const keys = text.split(',').map((part) => Buffer.from(part.trim(), 'base64'))
  return keys.every((key) => key.length === 32) ? keys : undefined
}

export function origin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && url.search === ''
    ? url.origin
    : undefined
}

/** An address that fits into an attribute: the URL standard encodes quotes. */
export function webUrl(text: string): string | undefined {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol) ? new URL(text).href : undefined
}

export function origins(text: string): string[] | undefined {
  const all = text === '' ? [] : text.split(',').map((part) => (part.trim() === '*' ? '*' : origin(part.trim())))
  return all.every((one): one is string => one !== undefined) ? all : undefined
}

/** Splits a comma-separated list. */
const split = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export function ranges(text: string): string[] | undefined {
  const all = split(text)
  return 'mistake' in parseRanges(all) ? undefined : all
}

/** `name=value` separated by commas; values are percent-encoded, as OpenTelemetry has it. */
export function headerList(text: string): Record<string, string> | undefined {
  try {
    const pairs = split(text).map((part) => {
      const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*)$/.exec(part) ?? []
      return name === undefined ? undefined : ([name, decodeURIComponent(value)] as const)
    })
    return pairs.every((pair) => pair !== undefined) ? Object.fromEntries(pairs) : undefined
  } catch {
    return undefined
  }
}

export function ratio(text: string): number | undefined {
  const value = /^\d(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  return value >= 0 && value <= 1 ? value : undefined
}

export function smtpUrl(text: string): string | undefined {
  return URL.canParse(text) && ['smtp:', 'smtps:'].includes(new URL(text).protocol) ? text : undefined
}

export function contact(text: string): string | undefined {
  return URL.canParse(text) && ['mailto:', 'https:'].includes(new URL(text).protocol) ? text : undefined
}

/** Pages load pictures by https or from the service itself. */
export function tileUrl(text: string): string | undefined {
  const isAllowed = /^(?:https:\/\/|\/(?!\/))/.test(text) && URL.canParse(text, 'https://marquee.example')
  return isAllowed && ['{z}', '{x}', '{y}'].every((part) => text.includes(part)) ? text : undefined
}

/** Whether http is allowed is decided by the guard of outbound calls. */
export function geocoderUrl(text: string): string | undefined {
  return /^https?:\/\//.test(text) && URL.canParse(text) && /[/?].*\{query\}/.test(text) ? text : undefined
}

/** The default contact for push services. */
export function contactOf(baseUrl: string, mailFrom: string): string {
  if (baseUrl.startsWith('https:')) return baseUrl
  const [address = ''] = mailFrom.match(/[^\s<>]+@[^\s<>]+/) ?? []
  return `mailto:${address || 'marquee@localhost'}`
}

/** The host by which a browser on this machine reaches the listening address. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
