import { useQuery } from '@tanstack/react-query'
import { useBroadcast } from '../../data/broadcasts.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Ahead } from './ahead.tsx'
import { Analytics } from './analytics.tsx'
import { Attention } from './attention.tsx'
import { Drafts } from './drafts.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Glance } from './glance.tsx'
import { Imports } from './imports.tsx'
import { NowAndNext } from './now-and-next.tsx'
import './overview.css'
import { PhaseLine } from './phase-line.tsx'
import { Recent } from './recent.tsx'
import { SiteCard } from './site-card.tsx'

/** The state of the broadcast: current sessions, scheduled work, problems, recent changes and analytics. */
export default function Overview() {
  const { api, id, record } = useBroadcast()
  const usage = useQuery({ queryKey: ['broadcast', id, 'usage'], queryFn: () => api.usage() })
  return (
    <>
      <PageHeader title={record.name} about={record.shortDescription} actions={<PhaseLine />} />
      <div className="overview">
        <SiteCard />
        {usage.data && <FirstSteps usage={usage.data} />}
        <Glance usage={usage.data} />
        <div className="overview-columns">
          <div className="overview-column">
            <NowAndNext />
            <Analytics />
            <Recent />
          </div>
          <div className="overview-column">
            <Imports />
            <Attention />
            <Drafts />
            <Ahead />
          </div>
        </div>
      </div>
    </>
  )
}
