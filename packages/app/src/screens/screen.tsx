/** @jsxImportSource preact */
import type { ComponentType } from 'preact'
import type { Route } from '../address.ts'
import { useApp } from '../app-context.ts'
import { find } from '../data/site-data.ts'
import { ArticleScreen } from './article.tsx'
import { FormScreen } from './form.tsx'
import { HomeScreen } from './home.tsx'
import { HostScreen } from './host.tsx'
import { ListScreen } from './list.tsx'
import { MapScreen, MapsScreen } from './map.tsx'
import { MenuScreen } from './menu.tsx'
import { Missing } from './missing.tsx'
import { NowScreen } from './now.tsx'
import { PageScreen } from './page.tsx'
import { PlaceScreen } from './place.tsx'
import { PlacesScreen } from './places.tsx'
import { PlanScreen } from './plan.tsx'
import { ProgrammeScreen } from './programme.tsx'
import type { RecordProps } from './record.ts'
import { SearchScreen } from './search.tsx'
import { SessionScreen } from './session.tsx'
import { SettingsScreen } from './settings.tsx'

/** The screen of a route. */
export function Screen({ route }: { route: Route }) {
  const { data } = useApp()
  if ('id' in route) {
    const record = find(data, route.screen, route.id)
    const View = recordViews[route.screen]
    return record ? <View key={route.id} record={record} /> : <Missing />
  }
  const View = plainViews[route.screen]
  return <View />
}

const recordViews: Record<Extract<Route, { id: string }>['screen'], ComponentType<RecordProps>> = {
  session: SessionScreen,
  host: HostScreen,
  place: PlaceScreen,
  map: MapScreen,
  article: ArticleScreen,
  page: PageScreen,
  form: FormScreen,
}

const plainViews: Record<Exclude<Route, { id: string }>['screen'], ComponentType> = {
  home: HomeScreen,
  programme: ProgrammeScreen,
  now: NowScreen,
  plan: PlanScreen,
  hosts: () => <ListScreen kind="host" title="hosts" />,
  places: PlacesScreen,
  maps: MapsScreen,
  articles: () => <ListScreen kind="article" title="articles" />,
  forms: () => <ListScreen kind="form" title="forms" />,
  search: SearchScreen,
  menu: MenuScreen,
  settings: SettingsScreen,
}
