/** The URLs a field accepts: http(s); http(s), mailto and tel; http(s) or a path of the site itself. */
export type LeadsTo = 'web' | 'webOrContact' | 'webOrPath'

/** Whether a field accepts a URL. Schemes are allowlisted, so an unknown one is refused. */
export function isUrlFor(leadsTo: LeadsTo, text: string): boolean {
  if (leadsTo === 'webOrPath') return !control.test(text) && isWebUrl(text, 'https://path.invalid/')
  if (control.test(text) || /\s/.test(text)) return false
  const url = URL.parse(text)
  return url !== null && schemes[leadsTo].includes(url.protocol)
}

/** Whether a text is an http(s) URL, absolute or relative to `base`. For values that were stored unchecked. */
export function isWebUrl(text: string, base?: string): boolean {
  const url = URL.parse(text, base)
  return url !== null && schemes.web.includes(url.protocol)
}

/**
 * Whether a browser that follows a URL would execute code or open a local file. Parsed like in browsers, but more strictly:
 * control and invisible characters are ignored everywhere.
 */
export function isRunnableUrl(text: string): boolean {
  const [, scheme = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*):(.{0,40})/is.exec(text.slice(0, 2_048).replaceAll(invisible, '')) ?? []
  const name = scheme.toLowerCase()
  return (
    runnable.includes(name) ||
    (name === 'data' && !/^(?:image\/(?:png|jpe?g|gif|webp|avif)|audio\/|video\/|font\/)/i.test(rest))
  )
}

const schemes = { web: ['http:', 'https:'], webOrContact: ['http:', 'https:', 'mailto:', 'tel:'] }
const runnable = ['javascript', 'vbscript', 'livescript', 'file', 'blob', 'filesystem']
const control = /\p{Cc}/u
const invisible = /^\s+|[\p{Cc}\p{Cf}]/gu
