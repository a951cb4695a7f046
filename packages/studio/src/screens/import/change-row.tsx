import { Badge, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { memo, useId } from 'react'
import { useFieldLabel } from '../../kinds/labels.ts'
import { useCommon, useTexts } from '../../texts/language.tsx'
import type { Choice, Decisions } from './decisions.ts'
import { FieldDiff, NewFields } from './field-diff.tsx'
import type { ImportAction, ImportChange } from './imports.ts'
import { MatchChoice } from './match-choice.tsx'
import { useValueText } from './names.tsx'
import { placeText } from './place-text.ts'
import { texts } from './texts.ts'

interface Props {
  change: ImportChange
  rule: Choice
  decisions: Decisions | undefined
  isOpen: boolean
}

/** A record of the plan: what happens to it, and on demand its fields. */
export const ChangeRow = memo(function ChangeRow({ change, rule, decisions, isOpen: isOpenAtFirst }: Props) {
  const t = useTexts(texts)
  const common = useCommon()
  const detailId = useId()
  const [isOpen, { toggle }] = useDisclosure(isOpenAtFirst)
  const summary = useSummary(change)
  const { action, title, at, fields, proposals } = change
  const hasDetail = fields.length > 0
  const head = (
    <>
      <IconChevronRight className="import-chevron" size={16} aria-hidden data-open={isOpen || undefined} />
      <Badge className="import-action" variant="light" color={colors[action]} radius="sm" tt="none" fw={600}>
        {t.actions[action]}
      </Badge>
      <span className="import-row-name">
        <Text span fw={600} className="import-row-title">
          {title || common.untitled}
        </Text>
        <Text span size="sm" c="dimmed" className="import-row-summary">
          {summary}
        </Text>
      </span>
      {at && (
        <Text span size="xs" c="dimmed" className="import-row-place">
          {placeText(at, t.line)}
        </Text>
      )}
    </>
  )
  return (
    <li className="import-row">
      {hasDetail ? (
        <UnstyledButton className="import-row-head" onClick={toggle} aria-expanded={isOpen} aria-controls={detailId}>
          {head}
        </UnstyledButton>
      ) : (
        <div className="import-row-head" data-plain>
          {head}
        </div>
      )}
      {proposals.length > 0 && <MatchChoice change={change} decisions={decisions} />}
      {isOpen && hasDetail && (
        <div className="import-row-detail" id={detailId}>
          {action === 'create' ? (
            <NewFields change={change} />
          ) : (
            fields.map((field) => (
              <FieldDiff key={field.name} change={change} field={field} rule={rule} decisions={decisions} />
            ))
          )}
        </div>
      )}
    </li>
  )
})

const colors: Record<ImportAction, string> = {
  create: 'green',
  restore: 'green',
  update: 'blue',
  conflict: 'red',
  remove: 'orange',
  none: 'gray',
}

/** For a new record when and where it is; for others the names of the fields that differ, or why it stays or leaves. */
function useSummary({ kind, action, reason, fields }: ImportChange): string {
  const t = useTexts(texts)
  const fieldLabel = useFieldLabel()
  const valueText = useValueText()
  if (reason && reason in t.reasons) return t.reasons[reason as keyof typeof t.reasons]
  if (action !== 'create') return fields.map(({ name }) => fieldLabel(name, kind)).join(', ')
  return ['time', 'interestPointId', 'hostIds', 'subtitle', 'publishedAt']
    .map((name) => valueText(fields.find((field) => field.name === name)?.incoming))
    .filter((text) => text !== '')
    .join(' · ')
}
