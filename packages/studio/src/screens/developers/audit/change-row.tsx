import { Badge, Button, Collapse, Group, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronRight } from '@tabler/icons-react'
import { useActorNames } from '../../../data/actor-names.ts'
import type { Change } from '../../../data/api.ts'
import { useBroadcast } from '../../../data/broadcasts.tsx'
import { useFieldLabel, useKindLabel } from '../../../kinds/labels.ts'
import { placeOf } from '../../../kinds/places.ts'
import { nameOfChange } from '../../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../../texts/language.tsx'
import { ScreenLink } from '../../../ui/navigation.tsx'
import { formatInstant } from '../../../ui/zoned.ts'
import { ChangeDetail } from './change-detail.tsx'
import { texts } from './texts.ts'

/** A change: record, actor and time. It expands to show the fields. */
export function ChangeRow({ change, onlyRecord }: { change: Change; onlyRecord?: (() => void) | undefined }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { timezone } = useBroadcast()
  const actorName = useActorNames()
  const kindLabel = useKindLabel()
  const fieldLabel = useFieldLabel()
  const [isOpen, { toggle }] = useDisclosure()
  const { kind, id, operation, fields, at, actor } = change
  const name = nameOfChange(change, language) || common.untitled
  const place = operation === 'delete' ? undefined : placeOf(kind, id)
  const names = fields.filter((field) => !field.startsWith('_')).map((field) => fieldLabel(field, kind))
  return (
    <li>
      <UnstyledButton className="change-row developer-link" onClick={toggle} aria-expanded={isOpen}>
        <IconChevronRight size={17} className="change-arrow" data-open={isOpen || undefined} />
        <span className="list-row-main">
          <Text span fw={600}>
            {name}
          </Text>{' '}
          <Badge variant="light" color={colors[operation]} radius="sm" tt="none" component="span">
            {t.operation[operation]}
          </Badge>
          <Text size="sm" c="dimmed" component="span" display="block" lineClamp={1}>
            {kindLabel(kind)}
            {operation === 'update' && names.length > 0 && ` · ${names.join(', ')}`}
          </Text>
        </span>
        <Text size="sm" c="dimmed" component="span" className="change-when tabular">
          {actorName(actor)} · {formatInstant(at, timezone, language)}
        </Text>
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <div className="change-detail">
            <ChangeDetail change={change} />
            <Group gap="md" mt="sm">
              {place && (
                <ScreenLink {...place} className="change-link">
                  {t.open}
                </ScreenLink>
              )}
              {onlyRecord && (
                <Button size="compact-sm" variant="subtle" onClick={onlyRecord}>
                  {t.onlyRecord}
                </Button>
              )}
            </Group>
          </div>
        )}
      </Collapse>
    </li>
  )
}

const colors: Record<Change['operation'], string> = { create: 'green', update: 'blue', delete: 'red', publish: 'teal' }
