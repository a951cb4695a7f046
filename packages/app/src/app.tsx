/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { type App, AppContext } from './app-context.ts'
import { Frame } from './parts/frame.tsx'
import { Notices } from './parts/notices.tsx'
import { Screen } from './screens/screen.tsx'
import { directionOf } from './texts/load.ts'
import type { Settings } from './visitor.ts'

interface Props {
  app: App
  /** The colors, where no visitor chooses them. */
  scheme?: Settings['scheme']
}

/** The whole app at a route. */
export function AppView(props: Props) {
  return (
    <Surroundings {...props}>
      <Screen route={props.app.route} />
    </Surroundings>
  )
}

/** The frame without a screen. */
export function ShellView({ app }: Props) {
  return <Surroundings app={app} />
}

function Surroundings({ app, scheme = 'auto', children }: Props & { children?: ComponentChildren }) {
  const settings = app.visitor?.settings
  return (
    <AppContext.Provider value={app}>
      <div
        class="mq-app"
        lang={app.locale}
        dir={directionOf(app.locale)}
        data-scheme={settings?.scheme ?? scheme}
        data-text={settings?.textSize ?? 'normal'}
      >
        <Frame notice={<Notices />}>{children}</Frame>
      </div>
    </AppContext.Provider>
  )
}
