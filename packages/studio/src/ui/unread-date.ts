/** Whether a date was typed that is not understood. It shows its error and gets the focus; nothing is saved meanwhile. */
export function hasUnreadDate(): boolean {
  const field = document.querySelector<HTMLInputElement>('input[data-unread]')
  field?.focus()
  field?.checkValidity()
  return field !== null
}
