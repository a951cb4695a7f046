import { Center, Loader } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { BroadcastProvider, useBroadcast, useMyBroadcasts } from '../data/broadcasts.tsx'
import { useLiveChanges } from '../data/live.ts'
import { useCommon } from '../texts/language.tsx'
import { useBroadcastParam } from '../ui/navigation.tsx'
import { ProblemNotice } from '../ui/problem-notice.tsx'
import { ReadOnlyNote } from '../ui/read-only-note.tsx'
import { ScreenBoundary } from '../ui/screen-boundary.tsx'
import { KeyboardHelp } from './keyboard-help.tsx'
import { NotFound } from './not-found.tsx'
import { Onboarding } from './onboarding.tsx'
import { Palette } from './palette.tsx'
import { PhoneBar, PhoneTop } from './phone-bars.tsx'
import { SessionGuard } from './session-guard.tsx'
import { Sidebar } from './sidebar.tsx'

/** The frame around every screen of a broadcast. */
export function Shell() {
  const broadcastId = useBroadcastParam()
  const mine = useMyBroadcasts()
  const record = mine.data?.find(({ _id }) => _id === broadcastId)
  if (mine.isPending) return <Waiting />
  if (mine.error && !mine.data) {
    return (
      <>
        <SessionGuard />
        <Center mih="100dvh" p="md">
          <ProblemNotice error={mine.error} onRetry={() => void mine.refetch()} />
        </Center>
      </>
    )
  }
  if (!record) return <NotFound />
  return (
    <BroadcastProvider record={record} key={broadcastId}>
      <Frame />
    </BroadcastProvider>
  )
}

function Frame() {
  useLiveChanges()
  const common = useCommon()
  const { canWrite } = useBroadcast()
  const { pathname } = useLocation()
  const [isHelpOpen, setHelpOpen] = useState(false)
  return (
    <>
      <a className="skip-link" href="#main">
        {common.skip}
      </a>
      <div className="shell">
        <Sidebar onHelp={() => setHelpOpen(true)} />
        <PhoneTop />
        <main className="shell-main" id="main" tabIndex={-1}>
          {!canWrite && <ReadOnlyNote />}
          <Onboarding />
          <ScreenBoundary at={pathname}>
            <Suspense fallback={<Waiting />}>
              <Outlet />
            </Suspense>
          </ScreenBoundary>
        </main>
        <PhoneBar />
      </div>
      <Palette onHelp={() => setHelpOpen(true)} />
      <KeyboardHelp isOpen={isHelpOpen} onChange={setHelpOpen} />
      <SessionGuard />
    </>
  )
}

function Waiting() {
  const common = useCommon()
  return (
    <Center mih="60dvh">
      <Loader type="dots" aria-label={common.loading} />
    </Center>
  )
}
