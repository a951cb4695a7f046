import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { nameIn } from '../../texts/field-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import type { Import } from './imports.ts'
import { noteNames } from './note-names.ts'
import { placeText } from './place-text.ts'
import { texts } from './texts.ts'

type Note = Import['notes'][number]

/** What was repaired, left out or doubtful in the file, by subject, each with its place. */
export function Warnings({ notes, total }: { notes: Note[]; total: number }) {
  const t = useTexts(texts)
  const groups = [...Map.groupBy(notes, ({ code }) => code)]
  return (
    <ul className="surface import-rows">
      {groups.map(([code, ofCode]) => (
        <WarningGroup key={code} code={code} notes={ofCode} />
      ))}
      {total > notes.length && (
        <li className="import-warning">
          <Text size="sm" c="dimmed">
            + {t.warningsFound(total - notes.length)}
          </Text>
        </li>
      )}
    </ul>
  )
}

const few = 5

function WarningGroup({ code, notes }: { code: string; notes: Note[] }) {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const [isWhole, { toggle }] = useDisclosure()
  const names = noteNames[code]
  const shown = isWhole ? notes : notes.slice(0, few)
  return (
    <li className="import-warning">
      {names && (
        <Text fw={600}>
          {nameIn(language, names)}
          {notes.length > 1 && <span className="import-kind-count tabular"> {notes.length}</span>}
        </Text>
      )}
      <ul>
        {shown.map(({ message, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes have no id, and their order is fixed
          <li key={index}>
            <Text size="sm">
              {message}{' '}
              {at && (
                <Text span size="xs" c="dimmed">
                  {placeText(at, t.line)}
                </Text>
              )}
            </Text>
          </li>
        ))}
      </ul>
      {notes.length > few && !isWhole && (
        <Button size="compact-sm" variant="subtle" onClick={toggle}>
          {common.all} ({notes.length})
        </Button>
      )}
    </li>
  )
}
