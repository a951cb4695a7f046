import { Button, Group, Text } from '@mantine/core'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { useCommon } from '../texts/language.tsx'
import { Modal } from './dialog.tsx'

export interface Question {
  title: string
  message?: ReactNode
  action: string
  isDangerous?: boolean
}

/** Asks before an action that cannot be undone; resolves to whether it was confirmed. A stray Enter cancels. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  return use(ConfirmContext)
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const common = useCommon()
  const [asked, setAsked] = useState<{ question: Question; answer: (agreed: boolean) => void }>()
  const ask = useCallback((question: Question) => new Promise<boolean>((answer) => setAsked({ question, answer })), [])
  const close = (agreed: boolean) => {
    asked?.answer(agreed)
    setAsked(undefined)
  }
  return (
    <ConfirmContext value={ask}>
      {children}
      <Modal opened={asked !== undefined} onClose={() => close(false)} title={asked?.question.title} size="sm">
        {asked?.question.message && (
          <Text mb="lg" component="div">
            {asked.question.message}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => close(false)} data-autofocus>
            {common.cancel}
          </Button>
          <Button color={asked?.question.isDangerous ? 'red' : undefined} onClick={() => close(true)}>
            {asked?.question.action}
          </Button>
        </Group>
      </Modal>
    </ConfirmContext>
  )
}

const ConfirmContext = createContext<(question: Question) => Promise<boolean>>(async () => false)
