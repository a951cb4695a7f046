import { Badge, Button, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTexts } from '../../texts/language.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { ProblemList } from '../problems/problem-list.tsx'
import { texts as problemTexts } from '../problems/texts.ts'
import { useProblems } from '../problems/use-problems.ts'
import { Card } from './card.tsx'
import { texts } from './texts.ts'

const shown = 6

/** The problems of the broadcast, the same as on the programme. */
export function Attention() {
  const t = useTexts(texts)
  const words = useTexts(problemTexts)
  const { problems, isCut, isPending, error, retry } = useProblems()
  const [isWhole, whole] = useDisclosure()
  const isWell = !isPending && !error && problems.length === 0
  return (
    <Card
      title={t.attention}
      aside={
        problems.length > 0 && (
          <Badge color="red" variant="light" tt="none">
            {words.count(problems.length, isCut)}
          </Badge>
        )
      }
    >
      {isPending && <Skeleton height={60} radius="md" />}
      {error && <ProblemNotice error={error} onRetry={retry} />}
      {isWell && (
        <Text size="sm" c="dimmed" className="attention-well">
          <IconCircleCheck size={19} aria-hidden /> {words.noneHint}
        </Text>
      )}
      <ProblemList problems={isWhole ? problems : problems.slice(0, shown)} />
      {problems.length > shown && !isWhole && (
        <Button size="compact-sm" variant="subtle" mt="xs" onClick={whole.open}>
          {t.seeAll}
        </Button>
      )}
    </Card>
  )
}
