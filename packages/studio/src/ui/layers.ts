import { useEffectEvent, useId, useLayoutEffect, useState } from 'react'

/** What covers what. Dropdowns are at 300, the default of Mantine; a dialog is one above the dialog it was opened over. */
export const layers = { dialog: 200, notification: 400, session: 500 }

interface Dialog {
  opened: boolean
  onClose: () => void
  closeOnEscape?: boolean
  zIndex?: string | number
}

interface Open {
  id: string
  onEscape: () => void
}

/** The open dialogs, the topmost last. */
const open: Open[] = []

/**
 * The place of a dialog above those that were opened before it. Mantine orders them as they were mounted, so one that a provider
 * mounts with the page would open behind a drawer; and it closes all of them on Escape.
 */
export function useLayer({ opened, onClose, closeOnEscape = true, zIndex }: Dialog) {
  const id = useId()
  const [own, setOwn] = useState(layers.dialog)
  const onEscape = useEffectEvent(() => {
    if (closeOnEscape) onClose()
  })
  useLayoutEffect(() => {
    if (!opened) return
    setOwn(layers.dialog + open.length)
    open.push({ id, onEscape: () => onEscape() })
    return () => {
      const at = open.findIndex((one) => one.id === id)
      open.splice(at, 1)
    }
  }, [opened, id])
  return { zIndex: zIndex ?? own, closeOnEscape: false }
}

addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && !event.isComposing && !isInDropdown(event.target)) open.at(-1)?.onEscape()
  },
  { capture: true },
)

/** Escape in an open dropdown closes the dropdown. */
function isInDropdown(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    (target.getAttribute('data-mantine-stop-propagation') === 'true' || target.closest('[data-position]') !== null)
  )
}
