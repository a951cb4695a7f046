import { Badge, Checkbox, Group, Table, Text, UnstyledButton } from '@mantine/core'
import type { AnyRecord } from '@marquee/model'
import { kindNamed, queryFields } from '@marquee/model'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { readDraft } from '../../data/draft-store.ts'
import { usePerson } from '../../data/session.ts'
import { mediaUrlOf } from '../../fields/media-value.ts'
import type { TableKind } from '../../kinds/declaration.ts'
import { useFieldLabel } from '../../kinds/labels.ts'
import { nameFieldOf, nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { ScreenLink, useGo } from '../../ui/navigation.tsx'
import { opensRow } from '../../ui/open-row.ts'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { Cell } from './cell.tsx'
import type { Sort } from './kind-list.ts'
import type { ReferenceNames } from './reference-names.ts'
import { texts } from './texts.ts'

interface HeadProps {
  declaration: TableKind
  sort: Sort | undefined
  onSort: (sort: Sort) => void
  isAll: boolean
  isSome: boolean
  /** Without it rows cannot be selected. */
  onAll: ((all: boolean) => void) | undefined
}

export function HeadRow({ declaration, sort, onSort, isAll, isSome, onAll }: HeadProps) {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { kind, columns } = declaration
  return (
    <Table.Tr>
      {onAll && (
        <Table.Th w={44}>
          <Checkbox
            aria-label={t.selectAll}
            checked={isAll}
            indeterminate={isSome && !isAll}
            onChange={(event) => onAll(event.currentTarget.checked)}
          />
        </Table.Th>
      )}
      <HeadCell
        kind={kind}
        column={nameFieldOf(kind)}
        name={declaration.texts[language].nameColumn}
        sort={sort}
        onSort={onSort}
      />
      {columns.map((column) => (
        <HeadCell key={column} kind={kind} column={column} sort={sort} onSort={onSort} />
      ))}
    </Table.Tr>
  )
}

function HeadCell({
  kind,
  column,
  name,
  sort,
  onSort,
}: {
  kind: string
  column: string
  /** Instead of the label of the field. */
  name?: string | undefined
  sort: Sort | undefined
  onSort: (sort: Sort) => void
}) {
  const t = useTexts(texts)
  const fieldLabel = useFieldLabel()
  const label = name ?? fieldLabel(column.split('.').at(-1) ?? column, kind)
  const isSortable = queryFields(kindNamed(kind)).get(column)?.sortable ?? false
  const direction = sort?.[column]
  const Icon = direction === 'desc' ? IconChevronDown : IconChevronUp
  if (!isSortable) return <Table.Th>{label}</Table.Th>
  return (
    <Table.Th aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'}>
      <UnstyledButton
        className="kind-sort"
        aria-label={t.sortBy(label)}
        onClick={() => onSort({ [column]: direction === 'asc' ? 'desc' : 'asc' })}
      >
        {label}
        {direction && <Icon size={15} />}
      </UnstyledButton>
    </Table.Th>
  )
}

interface RowProps {
  declaration: TableKind
  record: AnyRecord
  names: ReferenceNames
  isSelected: boolean
  onSelect: (() => void) | undefined
}

export function RecordRow({ declaration, record, names, isSelected, onSelect }: RowProps) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const { id: broadcastId } = useBroadcast()
  const person = usePerson()
  const go = useGo()
  const { kind, path, icon: Icon, columns } = declaration
  const name = nameOf(kind, record, language) || common.untitled
  const picture = mediaUrlOf(declaration.isPicture ? record : record.media)
  const hasDraft = readDraft({ personId: person.id, broadcastId, kind, recordId: record._id }) !== undefined
  return (
    <Table.Tr
      className="kind-row"
      bg={isSelected ? 'var(--studio-accent-soft)' : undefined}
      onClick={opensRow(() => void go(path, record._id))}
    >
      {onSelect && (
        <Table.Td className="row-check">
          <Checkbox aria-label={t.select(name)} checked={isSelected} onChange={onSelect} />
        </Table.Td>
      )}
      <Table.Td className="kind-name">
        <Group gap="sm" wrap="nowrap">
          <Thumbnail src={picture} icon={Icon} />
          <div style={{ minWidth: 0 }}>
            <ScreenLink screen={path} recordId={record._id} className="kind-link">
              <Text span fw={600} fz="sm" lineClamp={1}>
                {name}
              </Text>
            </ScreenLink>
            <span className="kind-word">
              <Cell
                declaration={declaration}
                column={columns.find((column) => column !== 'status') ?? '_updatedAt'}
                record={record}
                names={names}
              />
            </span>
          </div>
          {hasDraft && (
            <Badge size="sm" color="yellow" variant="light" tt="none">
              {t.unsaved}
            </Badge>
          )}
        </Group>
      </Table.Td>
      {columns.map((column) => (
        <Table.Td key={column} data-label={column}>
          <Cell declaration={declaration} column={column} record={record} names={names} />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
