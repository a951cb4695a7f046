import { useKindLabel } from '../../kinds/labels.ts'
import { nameIn } from '../../texts/field-names.ts'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import type { WorkflowNode } from './graph/flow.ts'
import { readAt } from './graph/wrapper.ts'
import type { Choice, FieldDeclaration, NodeType, Route } from './nodes/declaration.ts'
import { nodeDeclarations } from './nodes/index.ts'
import { texts } from './texts.ts'

/** The display names of steps, routes and settings. */
export function useStepWords() {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const kindLabel = useKindLabel()
  const textsOf = (type: NodeType) => nodeDeclarations[type].texts[language]
  const kindName = (kind: string) => kindLabel(kind, 'many')
  const choiceName = (choices: readonly Choice[], value: string) => {
    const found = choices.find((one) => typeof one === 'object' && one.value === value)
    return typeof found === 'object' ? nameIn(language, found.label) : value
  }
  return {
    kindName,
    choiceName,
    fieldName: ({ label }: FieldDeclaration) => nameIn(language, label),
    typeName: (type: NodeType) => textsOf(type).name,
    typeHint: (type: NodeType) => textsOf(type).hint,
    nameOf: (node: Pick<WorkflowNode, 'name' | 'type'>) => node.name || textsOf(node.type).name,
    routeName: (type: NodeType, route: Route) => textsOf(type).routes?.[route] ?? t.routes[route],
    /** A one-line summary of a step. */
    settingOf({ type, config }: WorkflowNode) {
      const setting = (...path: string[]): string => {
        const wrapper = readAt(config, path)
        if (!wrapper) return ''
        return wrapper.useExpression ? (wrapper.expression ?? '') : String(wrapper.value ?? '')
      }
      return nodeDeclarations[type].summary(setting, { kindName, choiceName })
    },
  }
}
