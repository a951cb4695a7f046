import { ActionIcon, Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../texts/language.tsx'
import { membersOf, preview, type Variable } from '../graph/variables.ts'
import { texts } from './texts.ts'

/** The variables of an expression, with their values in the last run; a click inserts one. */
export function VariableList({
  variables,
  onPick,
}: {
  variables: readonly Variable[]
  onPick: (path: string) => void
}) {
  const t = useTexts(texts)
  return (
    <details className="panel-variables">
      <summary>
        <Text span size="sm" fw={600}>
          {t.variables}
        </Text>
      </summary>
      <Text size="xs" c="dimmed" my={4}>
        {t.variablesHint}
      </Text>
      <ul className="variables">
        {variables.map((variable) => (
          <Row key={variable.path} variable={variable} onPick={onPick} depth={0} />
        ))}
      </ul>
    </details>
  )
}

function Row({ variable, onPick, depth }: { variable: Variable; onPick: (path: string) => void; depth: number }) {
  const t = useTexts(texts)
  const [isOpen, setOpen] = useState(false)
  const { path, known } = variable
  const members = known ? membersOf(path, known.value) : []
  const shown = path.split(/(?=[.[])/).at(-1) ?? path
  return (
    <li>
      <div className="variable-row" style={{ paddingInlineStart: depth * 14 }}>
        <ActionIcon
          size="sm"
          aria-label={t.inside(path)}
          aria-expanded={isOpen}
          disabled={members.length === 0}
          variant="transparent"
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={14} style={{ transform: isOpen ? 'rotate(90deg)' : 'none' }} />
        </ActionIcon>
        <UnstyledButton className="variable" onClick={() => onPick(path)} title={known && preview(known.value, 600)}>
          <code>{depth === 0 ? path : shown}</code>
          <span>{known ? preview(known.value) : t.unknownValue}</span>
        </UnstyledButton>
      </div>
      {isOpen && (
        <ul className="variables">
          {members.map((member) => (
            <Row key={member.path} variable={member} onPick={onPick} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  )
}
