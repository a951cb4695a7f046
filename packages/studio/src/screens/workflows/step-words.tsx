import {
  IconArrowsSplit2,
  IconBraces,
  IconDatabase,
  IconKey,
  IconRepeat,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTexts } from '../../texts/language.tsx'
import type { NodeType, Route, WorkflowNode } from './graph/flow.ts'
import { mainSetting } from './panel/declarations.ts'
import { texts } from './texts.ts'

export const typeIcons: Record<NodeType, TablerIcon> = {
  amply: IconDatabase,
  http: IconWorld,
  auth: IconKey,
  foreach: IconRepeat,
  if: IconArrowsSplit2,
  code: IconBraces,
}

/** What people call steps, ways on and settings. */
export function useStepWords() {
  const t = useTexts(texts)
  const kindName = (kind: string) => (kind in t.kinds ? t.kinds[kind as keyof typeof t.kinds] : kind)
  const operationName = (name: string) =>
    name in t.operations ? t.operations[name as keyof typeof t.operations] : name
  return {
    kindName,
    operationName,
    typeName: (type: NodeType) => t.types[type],
    typeHint: (type: NodeType) => t.typeHints[type],
    nameOf: (node: Pick<WorkflowNode, 'name' | 'type'>) => node.name || t.types[node.type],
    routeName(type: NodeType, route: Route) {
      const { routes } = t
      if (route === 'body') return routes.body
      if (type === 'if') return route === 'onSuccess' ? routes.yes : routes.no
      if (route === 'onError') return routes.error
      return type === 'foreach' ? routes.done : routes.onward
    },
    /** What a step does, in a line. */
    settingOf({ type, config }: WorkflowNode) {
      return mainSetting(type, config)
        .map(({ field, text }) =>
          field === 'operation' ? operationName(text) : field === 'resource' ? kindName(text) : text,
        )
        .join(type === 'amply' ? ' · ' : ' ')
    },
  }
}
