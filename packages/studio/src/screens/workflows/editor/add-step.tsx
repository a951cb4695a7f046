import { Button, Menu, Text } from '@mantine/core'
import { nodeTypes } from '@marquee/model'
import { IconPlus } from '@tabler/icons-react'
import { useTexts } from '../../../texts/language.tsx'
import type { NodeType } from '../graph/flow.ts'
import { nodeDeclarations } from '../nodes/index.ts'
import { useStepWords } from '../step-words.tsx'
import { texts } from './texts.ts'

/** The types of steps, as items of a menu. */
export function AddStepItems({ onAdd }: { onAdd: (type: NodeType) => void }) {
  const words = useStepWords()
  return (
    <>
      {nodeTypes.map((type) => {
        const { icon: Icon } = nodeDeclarations[type]
        return (
          <Menu.Item key={type} leftSection={<Icon size={18} stroke={1.7} />} onClick={() => onAdd(type)}>
            {words.typeName(type)}
            <Text size="xs" c="dimmed">
              {words.typeHint(type)}
            </Text>
          </Menu.Item>
        )
      })}
    </>
  )
}

export function AddStepButton({ onAdd, isPrimary = false }: { onAdd: (type: NodeType) => void; isPrimary?: boolean }) {
  const t = useTexts(texts)
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button
          size={isPrimary ? 'sm' : 'xs'}
          variant={isPrimary ? 'filled' : 'default'}
          leftSection={<IconPlus size={16} />}
        >
          {t.addStep}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <AddStepItems onAdd={onAdd} />
      </Menu.Dropdown>
    </Menu>
  )
}
