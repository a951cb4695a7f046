import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { readSession, sessionKey } from '../data/session.ts'
import { NotFound } from './not-found.tsx'
import { PersonalFrame } from './personal-frame.tsx'
import { screens } from './screens.ts'
import { Shell } from './shell.tsx'

interface RouterContext {
  client: QueryClient
}

/** All routes of the studio. Screens of a broadcast come from `screens.ts`. */
export function createStudioRouter(client: QueryClient) {
  return createRouter({
    routeTree: tree,
    basepath: '/studio',
    context: { client },
    defaultPreload: 'intent',
    defaultNotFoundComponent: NotFound,
    defaultPendingMs: 200,
    scrollRestoration: true,
  })
}

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet })

const entrance = () => import('../screens/entrance/screens.tsx')
const guestRoutes = [
  createRoute({ getParentRoute: () => root, path: 'sign-in', component: lazyRouteComponent(entrance, 'SignIn') }),
  createRoute({ getParentRoute: () => root, path: 'sign-up', component: lazyRouteComponent(entrance, 'SignUp') }),
  createRoute({
    getParentRoute: () => root,
    path: 'confirm-sign-up',
    component: lazyRouteComponent(() => import('../screens/entrance/confirm-sign-up.tsx'), 'ConfirmSignUp'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: 'forgot-password',
    component: lazyRouteComponent(entrance, 'ForgotPassword'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: 'reset-password',
    component: lazyRouteComponent(entrance, 'ResetPassword'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: 'invitation',
    component: lazyRouteComponent(() => import('../screens/entrance/invitation.tsx'), 'InvitationPage'),
  }),
]

/** Redirects anonymous visitors to the sign-in page, which leads back to the page they asked for. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: Outlet,
  async beforeLoad({ context, location }) {
    const person = await context.client.ensureQueryData({ queryKey: sessionKey, queryFn: readSession })
    if (!person) throw redirect({ to: '/sign-in', search: location.pathname === '/' ? {} : { to: location.href } })
  },
})

const personal = createRoute({ getParentRoute: () => signedIn, id: 'personal', component: PersonalFrame })
const home = createRoute({
  getParentRoute: () => personal,
  path: '/',
  component: lazyRouteComponent(() => import('../screens/broadcasts/screen.tsx')),
})
const account = createRoute({
  getParentRoute: () => personal,
  path: 'account',
  component: lazyRouteComponent(() => import('../screens/account/screen.tsx')),
})
const broadcast = createRoute({ getParentRoute: () => signedIn, path: 'b/$broadcastId', component: Shell })

const screenRoutes = screens.map(({ path, load }) =>
  createRoute({
    getParentRoute: () => broadcast,
    // One route with and without a record id, so that opening a record keeps the list mounted.
    path: path === '' ? '/' : `${path}/{-$recordId}`,
    component: lazyRouteComponent(load),
  }),
)

const tree = root.addChildren([
  ...guestRoutes,
  signedIn.addChildren([personal.addChildren([home, account]), broadcast.addChildren(screenRoutes)]),
])
