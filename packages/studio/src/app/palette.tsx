import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconKeyboard, IconLayoutGrid, IconMoon, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBroadcast } from '../data/broadcasts.tsx'
import { screenKinds } from '../kinds/index.ts'
import { folded } from '../kinds/record-names.ts'
import { useCommon, useLanguage, useTexts } from '../texts/language.tsx'
import { useGo } from '../ui/navigation.tsx'
import { screens } from './screens.ts'
import { texts } from './texts.ts'

/** Finds screens, actions and records by typing. */
export function Palette({ onHelp }: { onHelp: () => void }) {
  const t = useTexts(texts)
  const [text, setText] = useState('')
  const groups = [
    { group: t.goTo, actions: useScreenActions() },
    { group: t.actions, actions: useDeeds(onHelp) },
  ].map(({ group, actions }) => ({ group, actions: actions.filter((action) => isMatch(action, text)) }))
  const records = useRecordActions(text)
  const found: SpotlightActionGroupData[] = [...groups, { group: t.records, actions: records }].filter(
    ({ actions }) => actions.length > 0,
  )
  return (
    <Spotlight
      actions={found}
      query={text}
      onQueryChange={setText}
      // These results already match, by name or by full text.
      filter={(_query, actions) => actions}
      nothingFound={t.nothingFound}
      shortcut={['mod + K']}
      scrollable
      overlayProps={{ backgroundOpacity: 0.5, blur: 0 }}
      maxHeight={480}
      searchProps={{ placeholder: t.paletteHint, 'aria-label': t.findAnything, leftSection: <IconSearch size={19} /> }}
    />
  )
}

function useScreenActions(): SpotlightActionData[] {
  const { language } = useLanguage()
  const { isOwner } = useBroadcast()
  const go = useGo()
  return screens
    .filter(({ isForOwners }) => isOwner || !isForOwners)
    .map(({ path, title, icon: Icon }) => ({
      id: `screen ${path}`,
      label: title[language],
      leftSection: <Icon size={20} stroke={1.6} />,
      onClick: () => void go(path),
    }))
}

function useDeeds(onHelp: () => void): SpotlightActionData[] {
  const t = useTexts(texts)
  const { language } = useLanguage()
  const { canWrite, isOwner } = useBroadcast()
  const { toggleColorScheme } = useMantineColorScheme()
  const navigate = useNavigate()
  const go = useGo()
  const creations = screenKinds
    .filter(({ isForOwners }) => canWrite && (isOwner || !isForOwners))
    .map(({ kind, path, texts: words }) => ({
      id: `create ${kind}`,
      label: words[language].create,
      leftSection: <IconPlus size={20} stroke={1.6} />,
      onClick: () => void go(path, 'new'),
    }))
  return [
    ...creations,
    {
      id: 'scheme',
      label: t.colorScheme,
      leftSection: <IconMoon size={20} stroke={1.6} />,
      onClick: toggleColorScheme,
    },
    { id: 'keys', label: t.keyboard, leftSection: <IconKeyboard size={20} stroke={1.6} />, onClick: onHelp },
    {
      id: 'all',
      label: t.allBroadcasts,
      leftSection: <IconLayoutGrid size={20} stroke={1.6} />,
      onClick: () => void navigate({ to: '/' }),
    },
  ]
}

function useRecordActions(text: string): SpotlightActionData[] {
  const common = useCommon()
  const { language } = useLanguage()
  const { api, id } = useBroadcast()
  const go = useGo()
  const [asked] = useDebouncedValue(text.trim(), 180)
  const { data = [] } = useQuery({
    queryKey: ['broadcast', id, 'search', asked],
    queryFn: async ({ signal }) => (await api.search(asked, { limit: 12, signal })).data,
    enabled: asked.length > 1,
  })
  if (asked.length < 2) return []
  return data.flatMap(({ kind, _id, title }) => {
    const declaration = screenKinds.find((one) => one.kind === kind)
    if (!declaration) return []
    const { icon: Icon, path, texts: words } = declaration
    return [
      {
        id: `record ${_id}`,
        label: title ?? common.untitled,
        description: words[language].one.toLowerCase(),
        leftSection: <Icon size={20} stroke={1.6} />,
        onClick: () => void go(path, _id),
      },
    ]
  })
}

const isMatch = ({ label = '' }: SpotlightActionData, text: string) =>
  folded(text)
    .split(/\s+/)
    .every((word) => folded(label).includes(word))
