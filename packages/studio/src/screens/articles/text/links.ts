/** The URL that was meant: with its scheme, or `mailto:` for a mail address. Undefined when it may not be linked. */
export function hrefOf(typed: string): string | undefined {
  const text = typed.trim()
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`
  if (/^\+?[\d\s().-]{6,}$/.test(text)) return `tel:${text.replaceAll(/[^\d+]/g, '')}`
  const full = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[\w.-]+:\d+(?:\/|$)/.test(text) ? text : `https://${text}`
  if (!URL.canParse(full) || /\s/.test(full)) return undefined
  const { protocol, hostname } = new URL(full)
  if (!['http:', 'https:', 'mailto:', 'tel:'].includes(protocol)) return undefined
  if (protocol.startsWith('http') && !hostname.includes('.') && hostname !== 'localhost') return undefined
  return full
}
