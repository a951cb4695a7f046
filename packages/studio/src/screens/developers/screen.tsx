import { Tabs } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { useTexts } from '../../texts/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useGo, useRecordParam } from '../../ui/navigation.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import './developers.css'
import { Rows } from '../../ui/rows.tsx'
import { texts } from './texts.ts'

const tabs = {
  keys: lazy(() => import('./keys/keys-tab.tsx')),
  webhooks: lazy(() => import('./webhooks/webhooks-tab.tsx')),
  usage: lazy(() => import('./usage/usage-tab.tsx')),
  reference: lazy(() => import('./reference/reference-tab.tsx')),
  audit: lazy(() => import('./audit/audit-tab.tsx')),
} satisfies Record<string, ComponentType>

type TabName = keyof typeof tabs
const names = Object.keys(tabs) as TabName[]

/** Tools for integrators, in tabs with URLs of their own: /developers/webhooks. */
export default function Developers() {
  const t = useTexts(texts)
  const { isOwner } = useBroadcast()
  const go = useGo()
  const asked = useRecordParam()
  const open = names.find((name) => name === asked) ?? 'keys'
  const bar = useRef<HTMLDivElement>(null)
  // On a phone the tabs are wider than the screen.
  useEffect(() => {
    bar.current?.querySelector(`[data-tab="${open}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  if (!isOwner) {
    return (
      <>
        <PageHeader title={t.title} />
        <EmptyState icon={IconLock} title={t.onlyOwners} hint={t.onlyOwnersHint} />
      </>
    )
  }
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <Tabs value={open} onChange={(name) => void go('developers', name ?? undefined)} keepMounted={false}>
        <div className="developer-tabs" ref={bar}>
          <Tabs.List aria-label={t.title}>
            {names.map((name) => (
              <Tabs.Tab key={name} value={name} data-tab={name}>
                {t.tabs[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </div>
        {names.map((name) => {
          const Panel = tabs[name]
          return (
            <Tabs.Panel key={name} value={name} pt="lg">
              <Suspense fallback={<Rows />}>
                <Panel />
              </Suspense>
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </>
  )
}
