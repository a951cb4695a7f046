import type { MouseEvent } from 'react'

/**
 * Opens the record of a row by a click anywhere on it. Its links and controls keep their own clicks, and so does the
 * selection of text. Keys need nothing more: the name in the row is a link.
 */
export function opensRow(open: () => void) {
  return (event: MouseEvent<HTMLElement>) => {
    const { target, currentTarget } = event
    const isOwn = !(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls)
    const isSpecial = event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented
    if (!isOwn && !isSpecial && !getSelection()?.toString()) open()
  }
}

const controls = 'a, button, input, label, .row-check'
