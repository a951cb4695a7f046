import { Button, Group, Text } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'

interface Undoable extends Omit<NotificationData, 'message'> {
  message: string
  /** The words of the button. */
  action: string
  onUndo: () => void
}

/** A notice with a button that takes the action back. It disappears by itself after eight seconds, unless said otherwise. */
export function notifyUndoable({ message, action, onUndo, ...options }: Undoable): string {
  const notice = notifications.show({
    autoClose: 8_000,
    withCloseButton: false,
    className: 'undo-notice',
    ...options,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(notice)
            onUndo()
          }}
        >
          {action}
        </Button>
      </Group>
    ),
  })
  return notice
}
