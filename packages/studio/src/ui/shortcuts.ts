import { useHotkeys } from '@mantine/hooks'

type Shortcut = [key: string, act: () => void]

/**
 * Single-key shortcuts of a screen. A person who has a form, dialog or dropdown open is typing into it: then they are off,
 * also while the focus is not in a field.
 */
export function useShortcuts(shortcuts: Shortcut[]): void {
  useKeys(shortcuts, () => shownOverlays().length > 0 || document.querySelector('[data-panel]') !== null)
}

/** Undo, redo and the like: on beside an open form, off behind a dialog and in a field. */
export function useCommands(commands: Shortcut[]): void {
  useKeys(commands, () => shownOverlays().length > 0)
}

/** The dialogs, menus and dropdowns that are open. Closed ones may stay in the document, hidden. */
export function shownOverlays(): Element[] {
  return [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')].filter(
    (element) => element.checkVisibility(),
  )
}

function useKeys(keys: Shortcut[], isOff: () => boolean): void {
  useHotkeys(
    keys.map(([key, act]) => [
      key,
      (event) => {
        if (isOff()) return
        event.preventDefault()
        act()
      },
      { preventDefault: false },
    ]),
  )
}
