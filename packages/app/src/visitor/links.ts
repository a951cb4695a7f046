interface Handlers {
  /** Whether an address is a screen of this site. */
  isScreen(url: URL): boolean
  open(url: URL): void
  canGoBack(): boolean
}

/** Follows links and search forms of the site within the page. Everything else is left to the browser. */
export function followLinks({ isScreen, open, canGoBack }: Handlers): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.defaultPrevented || event.button !== 0 || isModified(event)) return
    if (
      link.target !== '' ||
      link.hasAttribute('download') ||
      'stay' in link.dataset ||
      link.origin !== location.origin
    )
      return
    const url = new URL(link.href)
    if (!isScreen(url)) return
    event.preventDefault()
    if (url.hash !== '' && url.pathname === location.pathname && url.search === location.search) return goToAnchor(url)
    if ('back' in link.dataset && canGoBack()) history.back()
    else open(url)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented || form.method !== 'get') return
    const url = new URL(form.action)
    if (url.origin !== location.origin || !isScreen(url)) return
    event.preventDefault()
    url.search = String(valuesOf(form))
    open(url)
  })
}

/** Goes to a part of the screen, which is no step to come back from. */
function goToAnchor(url: URL): void {
  history.replaceState(history.state, '', url)
  const part = document.getElementById(decodeURIComponent(url.hash.slice(1)))
  part?.scrollIntoView()
  part?.focus({ preventScroll: true })
}

/** The query of a form. Several values of one name are alternatives in one, as the addresses of the programme have them. */
function valuesOf(form: HTMLFormElement): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value === '') continue
    const before = query.get(name)
    query.set(name, before === null ? value : `${before},${value}`)
  }
  return query
}

const isModified = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => metaKey || ctrlKey || shiftKey || altKey
