/** Parses a URL as typed by a person; or the reason why it is invalid. Its target is checked when it is fetched. */
export function parseWebsite(text: string): { website: string } | { fault: string } {
  const typed = text.trim()
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[\w.-]+:\d/.test(typed) ? typed : `https://${typed}`
  const url = typed === '' || /\s/.test(typed) ? null : URL.parse(withScheme)
  if (!url || url.hostname === '' || !/[.:]|^localhost$/.test(url.hostname))
    return { fault: 'must be the address of a website' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { fault: 'must start with https:// or http://' }
  if (url.username !== '' || url.password !== '') return { fault: 'must not contain a user name or a password' }
  url.hash = ''
  return { website: url.href }
}

/** The name of an app until the name of its site is known. */
export const nameFor = (website: string) => new URL(website).hostname.replace(/^www\./, '').slice(0, 30)
