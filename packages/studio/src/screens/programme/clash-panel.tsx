import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useRecordsById } from '../../data/records.ts'
import { nameOf } from '../../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../../texts/language.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatInstant } from '../../ui/zoned.ts'
import type { Clash } from './clashes.ts'
import { texts } from './texts.ts'
import type { Programme } from './use-programme.ts'

interface Props {
  isOpen: boolean
  programme: Programme
  onClose: () => void
  onOpen: (id: string) => void
}

/** Every clash as a sentence, with the two sessions to open. */
export function ClashPanel({ isOpen, programme, onClose, onOpen }: Props) {
  const t = useTexts(texts)
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={460}
      title={<Text fw={650}>{t.clashes.title}</Text>}
    >
      {programme.clashes.length === 0 ? (
        <EmptyState icon={IconCircleCheck} title={t.clashes.none} hint={t.clashes.noneHint} />
      ) : (
        <List programme={programme} onOpen={onOpen} />
      )}
    </Drawer>
  )
}

/** The number of clashes listed; the count includes all. */
const shownClashes = 200

function List({ programme, onOpen }: Pick<Props, 'programme' | 'onOpen'>) {
  const sentence = useClashSentence(programme)
  const t = useTexts(texts)
  return (
    <Stack gap="sm" component="ul" className="clash-list">
      {programme.clashes.slice(0, shownClashes).map((clash) => (
        <li key={`${clash.cause} ${clash.causeId} ${clash.first} ${clash.second}`} className="surface clash">
          <Text size="sm">{sentence(clash)}</Text>
          <Group gap="xs" mt={8}>
            {[clash.first, clash.second].map((id) => {
              const session = programme.byId.get(id)
              const name = session ? programme.nameOf(session) : ''
              return (
                <Button
                  key={id}
                  size="compact-sm"
                  variant="default"
                  maw={200}
                  aria-label={t.clashes.open(name)}
                  onClick={() => onOpen(id)}
                >
                  {name}
                </Button>
              )
            })}
          </Group>
        </li>
      ))}
    </Stack>
  )
}

/** A clash in words. */
export function useClashSentence(programme: Programme): (clash: Clash) => string {
  const t = useTexts(texts)
  const common = useCommon()
  const { language } = useLanguage()
  const hosts = useRecordsById(
    'broadcastHost',
    programme.clashes.flatMap(({ cause, causeId }) => (cause === 'host' ? [causeId] : [])),
  )
  return ({ cause, causeId, first, second, startMs, endMs }) => {
    const title = (id: string) => {
      const session = programme.byId.get(id)
      return session ? programme.nameOf(session) : common.untitled
    }
    const at = (ms: number, options: Intl.DateTimeFormatOptions) =>
      formatInstant(new Date(ms).toISOString(), programme.zone, language, options)
    const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
    const day = at(startMs, { weekday: 'short', day: 'numeric', month: 'short' })
    const when = `${day}, ${at(startMs, time)}–${at(endMs, time)}`
    if (cause === 'place') {
      return t.clashes.place(title(first), title(second), programme.placeNames.get(causeId) ?? common.untitled, when)
    }
    const host = hosts.get(causeId)
    return t.clashes.host(title(first), title(second), host ? nameOf('broadcastHost', host, language) : '…', when)
  }
}
