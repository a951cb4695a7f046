import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useTexts } from '../../texts/language.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ProblemList } from '../problems/problem-list.tsx'
import { texts } from '../problems/texts.ts'
import type { useProblems } from '../problems/use-problems.ts'

type Problems = ReturnType<typeof useProblems>

/** The number of problems, as on the overview; it opens the list of them. */
export function ProblemButton({ problems, onClick }: { problems: Problems; onClick: () => void }) {
  const t = useTexts(texts)
  const { length } = problems.problems
  if (length === 0 || problems.isPending) return null
  return (
    <Button variant="light" color="red" leftSection={<IconAlertTriangle size={18} />} onClick={onClick}>
      {t.count(length, problems.isCut)}
    </Button>
  )
}

interface Props {
  isOpen: boolean
  problems: Problems
  onClose: () => void
}

export function ProblemPanel({ isOpen, problems: { problems }, onClose }: Props) {
  const t = useTexts(texts)
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" size={460} title={<Text fw={650}>{t.title}</Text>}>
      {problems.length === 0 ? (
        <EmptyState icon={IconCircleCheck} title={t.none} hint={t.noneHint} />
      ) : (
        <ProblemList problems={problems} onGo={onClose} />
      )}
    </Drawer>
  )
}
