export const isFocusLost = () => document.activeElement === document.body

export function focusOn(box: Element, sessionId: string): void {
  box.querySelector<HTMLElement>(`[data-session="${CSS.escape(sessionId)}"]`)?.focus()
}

/** The library marks it up as a table of buttons, which is invalid ARIA; it is a grid whose cells are the sessions. */
export function nameRoles(box: Element): void {
  box.querySelector('.ec')?.setAttribute('role', 'grid')
  for (const session of box.querySelectorAll('[data-session]')) session.setAttribute('role', 'gridcell')
  for (const row of box.querySelectorAll('.ec-events')) {
    if (row.querySelector('[data-session]')) row.setAttribute('role', 'row')
    else row.removeAttribute('role')
  }
  // Without a session to focus, the keyboard scrolls the grid by its first heading.
  const head = box.querySelector('.ec-col-head')
  if (box.querySelector('[data-session]')) head?.removeAttribute('tabindex')
  else head?.setAttribute('tabindex', '0')
}

export function sessionAt(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-session]')?.dataset.session : undefined
}

/** The calendar returns dates whose local parts are those of its zone. */
export function localIso(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:00`
}
