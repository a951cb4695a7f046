/**
 * Opens an address as a click on a link does, so that the router decides how. `data-keep` says that the screen stays: the
 * scroll position and the focus do, too, and the address replaces the last one.
 */
export function follow(from: Element, href: string): void {
  const link = document.createElement('a')
  link.href = href
  link.dataset.keep = ''
  from.append(link)
  link.click()
  link.remove()
}
