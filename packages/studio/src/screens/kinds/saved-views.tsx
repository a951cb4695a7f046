import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBookmarkPlus, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import type { KindName } from '../../data/api.ts'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { isSame } from '../../data/merge.ts'
import { type SavedView, useSavedViews, useSaveView } from '../../data/saved-views.ts'
import { useTexts } from '../../texts/language.tsx'
import { useSearchValues } from '../../ui/navigation.tsx'
import { ViewDialog } from './view-dialog.tsx'
import { ViewMenu } from './view-menu.tsx'
import { viewTexts } from './view-texts.ts'

interface Props {
  kind: KindName
  /** The names in the address that make up a view: search, filters, order, columns. */
  names: readonly string[]
}

/** The saved views of a table. The address has the open one and all of its values, so a link works for others, too. */
export function SavedViews({ kind, names }: Props) {
  const t = useTexts(viewTexts)
  const { canWrite } = useBroadcast()
  const views = useSavedViews(kind)
  const [values, change] = useSearchValues()
  const [named, setNamed] = useState<SavedView | 'new'>()
  const saveView = useSaveView()
  const shown = Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])))
  const open = views.find(({ id }) => id === values.saved)
  const isChanged = open ? !isSame(open.query, shown) : Object.keys(shown).length > 0
  const mayChange = open !== undefined && (canWrite || !open.shared)
  const apply = (view: SavedView | undefined) =>
    change({ ...Object.fromEntries(names.map((name) => [name, undefined])), ...view?.query, saved: view?.id })
  const save = async (view: SavedView | undefined, body: Partial<SavedView>) => {
    const created = { kind, name: '', query: shown, ...body }
    const saved = await saveView.mutateAsync({ viewId: view?.id, body: view ? body : created })
    if (!view) apply(saved)
  }
  const fail = (error: Error) => notifications.show({ color: 'red', message: error.message })
  const update = (view: SavedView, body: Partial<SavedView>, message?: string) =>
    save(view, body).then(() => message && notifications.show({ message, color: 'green', autoClose: 2_000 }), fail)
  if (views.length === 0 && !isChanged) return null
  return (
    <Group gap={4} mb="sm" role="group" aria-label={t.views}>
      {views.length > 0 && (
        <Button {...look(open === undefined)} onClick={() => apply(undefined)}>
          {t.everything}
        </Button>
      )}
      {views.map((view) => (
        <Group key={view.id} gap={0} wrap="nowrap">
          <Button
            {...look(view === open)}
            aria-label={view.shared ? t.ofEverybody(view.name) : view.name}
            leftSection={view.shared && <IconUsers size={14} aria-hidden />}
            onClick={() => apply(view)}
          >
            {view.name}
          </Button>
          {view === open && (
            <ViewMenu
              view={view}
              onRename={mayChange ? () => setNamed(view) : undefined}
              onShare={canWrite ? () => void update(view, { shared: !view.shared }) : undefined}
              onDeleted={() => apply(undefined)}
              onUndone={() => apply(view)}
              mayDelete={mayChange}
            />
          )}
        </Group>
      ))}
      {open && isChanged && mayChange && (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={saveView.isPending}
          onClick={() => void update(open, { query: shown }, t.updated)}
        >
          {t.update}
        </Button>
      )}
      {isChanged && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmarkPlus size={16} />}
          onClick={() => setNamed('new')}
        >
          {t.save}
        </Button>
      )}
      {named && (
        <ViewDialog
          view={named === 'new' ? undefined : named}
          canShare={canWrite}
          onClose={() => setNamed(undefined)}
          onSave={(body) => save(named === 'new' ? undefined : named, body)}
        />
      )}
    </Group>
  )
}

const look = (isOpen: boolean) =>
  ({
    size: 'compact-sm',
    variant: isOpen ? 'light' : 'subtle',
    color: isOpen ? undefined : 'gray',
    'aria-pressed': isOpen,
    maw: 260,
  }) as const
