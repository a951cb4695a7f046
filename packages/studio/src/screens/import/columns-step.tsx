import { Alert, Button, Group, Loader, Select, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useCommon, useTexts } from '../../texts/language.tsx'
import { useGo } from '../../ui/navigation.tsx'
import { timeZones } from '../../ui/zoned.ts'
import { contentText } from './counted.ts'
import type { Import } from './imports.ts'
import { ReadProblem } from './read-problem.tsx'
import { withRole } from './replan.ts'
import { texts } from './texts.ts'
import { useReplan } from './use-replan.ts'

/** The second step, for tables: what the rows and the columns are. Each choice reads the file again. */
export function ColumnsStep({ record }: { record: Import }) {
  const t = useTexts(texts)
  const { timezone } = useBroadcast()
  const go = useGo()
  const { replan, isPending, error } = useReplan(record)
  const { rows, columns: read } = record.table ?? { rows: 'sessions', columns: [] }
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const columns = read.map((column) => ({ ...column, role: chosen[column.header] ?? column.role }))
  const roles = new Set(columns.map(({ role }) => role))
  const isNamed = hasNames(roles, rows)
  const setRole = (header: string, role: string) => {
    const next = withRole(columns, header, role)
    setChosen(next)
    // A table without titles cannot be read: the next choice completes it.
    if (hasNames(new Set(Object.values(next)), rows)) replan({ columns: next, rows }, { step: 'columns' })
  }
  const hasTime = roles.has('start') || roles.has('date')
  return (
    <section className="surface import-card" aria-busy={isPending}>
      <Title order={2} fz="lg">
        {t.columnsTitle}
      </Title>
      <Text c="dimmed" mb="md">
        {t.columnsAbout}
      </Text>
      {error && <ReadProblem name={record.title ?? ''} error={error} />}
      <Group gap="lg" mb="lg" align="flex-end">
        <Select
          label={t.rowsAre}
          data={Object.entries(t.rows).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          disabled={isPending}
          value={rows}
          onChange={(next) => replan({ rows: next }, { step: 'columns' })}
        />
        <Select
          label={t.zone}
          data={timeZones()}
          searchable
          limit={80}
          allowDeselect={false}
          disabled={isPending}
          value={record.options.timeZone ?? timezone}
          onChange={(timeZone) => replan({ timeZone }, { step: 'columns' })}
        />
      </Group>
      {!isNamed && <Missing text={t.noTitleColumn} color="red" />}
      {rows === 'sessions' && !hasTime && <Missing text={t.noTimeColumn} color="yellow" />}
      <ColumnTable columns={columns} isPending={isPending} onRole={setRole} />
      <div className="import-bar">
        <Text size="sm" role="status" className="import-bar-text">
          {isPending ? (
            <>
              <Loader size={14} mr={8} /> {t.updating}
            </>
          ) : (
            <>
              <strong>{t.found(contentText(record, t))}</strong>
              {record.counts.warnings > 0 && ` · ${t.warningsFound(record.counts.warnings)}`}
            </>
          )}
        </Text>
        <Button
          rightSection={<IconArrowRight size={18} />}
          disabled={isPending || !isNamed}
          onClick={() => void go('import', record._id)}
        >
          {t.toPreview}
        </Button>
      </div>
    </section>
  )
}

/** Sessions without a title are named after their people. */
const hasNames = (roles: ReadonlySet<string>, rows: string) =>
  roles.has('title') || (rows === 'sessions' && roles.has('hosts'))

function Missing({ text, color }: { text: string; color: string }) {
  return (
    <Alert color={color} icon={<IconAlertTriangle size={20} />} radius="md" mb="md">
      {text}
    </Alert>
  )
}

type Columns = NonNullable<Import['table']>['columns']

function ColumnTable({
  columns,
  isPending,
  onRole,
}: {
  columns: Columns
  isPending: boolean
  onRole: (header: string, role: string) => void
}) {
  const t = useTexts(texts)
  const common = useCommon()
  const data = Object.entries(t.roles).map(([value, label]) => ({ value, label }))
  return (
    <table className="import-columns">
      <thead>
        <tr>
          <th>{t.column}</th>
          <th>{t.examples}</th>
          <th>{t.role}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ header, role, samples }) => (
          <tr key={header} data-ignored={role === 'ignore' || undefined}>
            <th scope="row">{header || common.untitled}</th>
            <td>
              {samples.length === 0 ? <em>{t.noExamples}</em> : samples.map((one) => <span key={one}>{one}</span>)}
            </td>
            <td>
              <Select
                aria-label={t.roleOf(header)}
                data={data}
                value={role}
                allowDeselect={false}
                disabled={isPending}
                maxDropdownHeight={340}
                onChange={(next) => next && onRole(header, next)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
