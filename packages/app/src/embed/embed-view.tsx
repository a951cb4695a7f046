/** @jsxImportSource preact */
import type { ComponentType } from 'preact'
import { type App, AppContext } from '../app-context.ts'
import { directionOf } from '../texts/load.ts'
import { DayView, ProgrammeView } from './day-views.tsx'
import type { EmbedQuery } from './embed-query.ts'
import { NowView } from './now-view.tsx'
import { StageView } from './stage-view.tsx'

/** A view of the programme without the frame of the app, for other websites. */
export function EmbedView({ app, query }: { app: App; query: EmbedQuery }) {
  const View = views[query.view]
  return (
    <AppContext.Provider value={app}>
      <div
        class="mq-app mq-embedded"
        lang={app.locale}
        dir={directionOf(app.locale)}
        data-scheme={query.scheme}
        data-text="normal"
      >
        <View query={query} />
      </div>
    </AppContext.Provider>
  )
}

const views: Record<EmbedQuery['view'], ComponentType<{ query: EmbedQuery }>> = {
  programme: ProgrammeView,
  day: DayView,
  stage: StageView,
  now: NowView,
}
