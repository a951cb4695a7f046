import cluster from 'node:cluster'
import type { Server } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { broadcastKinds } from '@marquee/model'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createRateLimiter } from './access/rate-limit.ts'
import { createSignInThrottle } from './access/sign-in-throttle.ts'
import { createExport } from './archive/export.ts'
import { createLimiters, createServiceAuthorizer } from './authorizer.ts'
import { type Background, type Features, openFeatures, startBackground } from './background.ts'
import { createConflicts } from './conflicts/conflicts.ts'
import { createBroadcasts } from './content/broadcasts.ts'
import { localize } from './content/localize.ts'
import { createMemberships } from './content/memberships.ts'
import { createOperations } from './content/operations.ts'
import { createSavedViews } from './content/saved-views.ts'
import { createDomainChecks } from './domains/checks.ts'
import { createFailureLog } from './failure-log.ts'
import { createGeocoder } from './geocoding/geocoder.ts'
import { createAdmission } from './http/admission.ts'
import { buildApp } from './http/app.ts'
import { type ChangeStreams, createChangeStreams } from './http/change-streams.ts'
import { addDemoPictures, drawDemoPicture } from './http/demo-pictures.ts'
import { createFastLists } from './http/fast-lists.ts'
import { createFastPath } from './http/fast-path.ts'
import { addFavicon } from './http/favicon.ts'
import { createAccountIdempotency, createIdempotency } from './http/idempotent.ts'
import { signInOperations } from './http/openapi/sign-in.ts'
import { openApiDocument } from './http/openapi.ts'
import { createPresences, type Presences } from './http/presences.ts'
import { addReference } from './http/reference.ts'
import { createResponseCache } from './http/response-cache.ts'
import type { Route } from './http/route.ts'
import { archiveRoutes } from './http/routes/archive-routes.ts'
import { addAuthRoutes } from './http/routes/auth-routes.ts'
import { mixedBatchRoute } from './http/routes/batch-route.ts'
import { broadcastRoutes } from './http/routes/broadcast-routes.ts'
import { campaignRoutes } from './http/routes/campaign-routes.ts'
import { changeRoutes } from './http/routes/change-routes.ts'
import { conflictRoutes } from './http/routes/conflict-routes.ts'
import { domainRoutes } from './http/routes/domain-routes.ts'
import { feedRoutes } from './http/routes/feed-routes.ts'
import { importRoutes } from './http/routes/import-routes.ts'
import { importSourceRoutes } from './http/routes/import-source-routes.ts'
import { jobRoutes } from './http/routes/job-routes.ts'
import { keyRoutes } from './http/routes/key-routes.ts'
import { kindRoutes } from './http/routes/kind-routes.ts'
import { mapRoutes } from './http/routes/map-routes.ts'
import { mediaRoutes } from './http/routes/media-routes.ts'
import { memberRoutes } from './http/routes/member-routes.ts'
import { onboardingRoutes } from './http/routes/onboarding-routes.ts'
import { peopleRoutes } from './http/routes/people-routes.ts'
import { presenceRoutes } from './http/routes/presence-routes.ts'
import { previewRoutes } from './http/routes/preview-routes.ts'
import { publicRoutes } from './http/routes/public-routes.ts'
import { revisionRoutes } from './http/routes/revision-routes.ts'
import { runRoutes } from './http/routes/run-routes.ts'
import { searchRoutes } from './http/routes/search-routes.ts'
import { surfaceARoutes } from './http/routes/surface-a.ts'
import { systemRoutes } from './http/routes/system-routes.ts'
import { translationRoutes } from './http/routes/translation-routes.ts'
import { trashRoutes } from './http/routes/trash-routes.ts'
import { usesRoute } from './http/routes/uses-route.ts'
import { viewRoutes } from './http/routes/view-routes.ts'
import { visitSummaryRoute } from './http/routes/visit-summary-route.ts'
import { visitorRoutes } from './http/routes/visitor-routes.ts'
import { webhookRoutes } from './http/routes/webhook-routes.ts'
import { workflowHookRoutes } from './http/routes/workflow-hook-routes.ts'
import { addSitePages } from './http/site-pages.ts'
import { addStudio } from './http/studio.ts'
import { listenFailure } from './listening.ts'
import { openMetrics } from './metrics.ts'
import { createOnboarding } from './onboarding/onboarding.ts'
import { createPeopleRequests } from './people/requests.ts'
import type { Platform } from './platform.ts'
import { createClients } from './public/clients.ts'
import { createSearch } from './search/search.ts'
import { readAppBuild } from './site/app-build.ts'
import { openDomains } from './site/domains.ts'
import { createSitePages } from './site/pages.ts'
import { createSitePictures } from './site/pictures.ts'
import { createFreshness } from './store/freshness.ts'
import { findJob, listJobs } from './store/queues/jobs.ts'
import { createSubscriptions } from './webhooks/subscriptions.ts'

/** A running service. */
export interface Runtime {
  app: FastifyInstance
  routes: Route[]
  url: string
  /** Refuses new requests, finishes work in progress, then closes everything. */
  stop(): Promise<void>
}

export async function startRuntime(platform: Platform, log: Logger): Promise<Runtime> {
  const { config, db, clock } = platform
  let isDraining = false
  const limiters = createLimiters(platform)
  const authorizer = createServiceAuthorizer(platform, limiters)
  const responseCache = createResponseCache({
    clock,
    notifications: platform.notifications,
    maxBytes: config.cacheBytes,
  })
  const onError = createFailureLog(log)
  let background: Background | undefined
  const presences = createPresences(platform)
  const streams = createChangeStreams({
    db,
    notifications: platform.notifications,
    authorizer,
    presences,
    quota: config.quotas.streams,
  })
  const features = openFeatures(platform, onError)
  const routes = allRoutes(
    platform,
    streams,
    presences,
    features,
    (broadcastId) => background?.onDeliveries(broadcastId),
    () => isDraining,
  )
  const admission = createAdmission()
  const fastLists = createFastLists({ responseCache, admission })
  const metrics = config.metrics && (await openMetrics(platform, responseCache, admission))
  const domains = openDomains({ ...platform, onError })
  const app = buildApp({
    routes,
    authorizer,
    responseCache,
    freshness: createFreshness(platform),
    admission,
    fastLists,
    findLocales: async (broadcastId) => (await platform.facts.calendar(broadcastId)).locales,
    fastPath:
      metrics || platform.tracing.isOn || log.isLevelEnabled('debug')
        ? undefined
        : createFastPath({
            ...limiters,
            keys: platform.keys,
            responseCache,
            lists: fastLists,
            openSite: platform.sites.openNow,
            config,
            isDraining: () => isDraining,
          }),
    isDomain: domains.has,
    log,
    tracing: platform.tracing,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    isDraining: () => isDraining,
    onAnswered(request, reply) {
      metrics?.observe(request, reply)
      const isNotable = reply.statusCode >= 500 || reply.elapsedTime > slowMs
      if (!isNotable && !log.isLevelEnabled('debug')) return
      const line = {
        reqId: request.id,
        method: request.method,
        path: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      }
      if (isNotable) log.info(line, 'answered')
      else log.debug(line, 'answered')
    },
  })
  addAuthRoutes(app, {
    signIn: platform.signIn,
    vault: platform.vault,
    clock,
    throttle: createSignInThrottle({ clock }),
    secureCookies: config.baseUrl.startsWith('https:'),
  })
  addDemoPictures(app)
  addFavicon(app)
  addReference(app, { document: () => documentOf(routes, config.baseUrl) })
  addStudio(app, {
    folder: fileURLToPath(new URL('../../studio/dist/', import.meta.url)),
    termsUrl: config.termsUrl,
    baseUrl: config.baseUrl,
  })
  const build = readAppBuild(fileURLToPath(new URL('../../app/dist/', import.meta.url)))
  const pages = build && createSitePages({ ...platform, build, mapTiles: config.mapTiles })
  const pictures = createSitePictures((url) => readOwnPicture(platform, url))
  addSitePages(app, {
    build,
    pages,
    pictures,
    authorizer,
    responseCache,
    openWebsite: (address, previewToken) => platform.sites.openWebsite(db, address, previewToken),
    baseUrl: config.baseUrl,
  })

  let metricsServer: Server | undefined
  try {
    await app.listen({ host: config.host, port: config.port })
    // Of several processes the one that started them serves the metrics of all.
    if (cluster.isPrimary) metricsServer = config.metrics && (await metrics?.listen(config.metrics))
  } catch (error) {
    await app.close()
    throw error instanceof Error ? listenFailure(error, config) : error
  }
  background = startBackground(platform, features, onError)

  return {
    app,
    routes,
    url: config.port === 0 ? app.listeningOrigin : config.baseUrl,
    async stop() {
      isDraining = true
      streams.close()
      features.workflows.releaseWaiting()
      try {
        await app.close()
        await background?.stop()
        domains.close()
        await pages?.close()
        await pictures.close()
        metricsServer?.close()
        metricsServer?.closeAllConnections()
      } finally {
        // Also after an error, so that the embedded database does not keep running.
        await platform.close()
      }
    },
  }
}

/** The bytes of an uploaded or a demo picture. Pictures of other servers are not fetched for strangers. */
async function readOwnPicture({ config, media }: Platform, url: string): Promise<Uint8Array | undefined> {
  const path = url.startsWith(config.baseUrl) ? url.slice(config.baseUrl.length) : url
  const drawing = await drawDemoPicture(path)
  if (drawing !== undefined) return Buffer.from(drawing)
  const [, mediaId = '', name = ''] = /^\/media\/([^/]+)\/([^/?]+)$/.exec(path) ?? []
  if (mediaId === '') return undefined
  const file = await media.require(mediaId, name)
  return file.size > maxLogoBytes ? undefined : buffer(await media.open(file))
}

const maxLogoBytes = 5_000_000

/** The OpenAPI document of the service. */
export function describeRoutes(platform: Platform): object {
  const presences = createPresences(platform)
  const streams = createChangeStreams({
    db: platform.db,
    presences,
    notifications: platform.notifications,
    authorizer: createServiceAuthorizer(platform),
    quota: 0,
  })
  const routes = allRoutes(
    platform,
    streams,
    presences,
    openFeatures(platform, () => {}),
    () => {},
    () => false,
  )
  return documentOf(routes, platform.config.baseUrl)
}

const documentOf = (routes: Route[], baseUrl: string) => openApiDocument([...routes, ...signInOperations()], baseUrl)

/** All JSON routes. */
function allRoutes(
  platform: Platform,
  streams: ChangeStreams,
  presences: Presences,
  { workflows, campaigns, imports }: Features,
  onDeliveries: (broadcastId: string) => void,
  isDraining: () => boolean,
): Route[] {
  const { db, control, memory, facts, clock, content, renderer, keys, notifications, config, vault, outbound } =
    platform
  const runOnce = createIdempotency({ db, writeQueue: platform.writeQueue, clock })
  const accountOnce = createAccountIdempotency({ db, control, clock })
  const conflicts = createConflicts({ db, localize })
  const parts = { content, db, memory, facts, clock, conflicts, renderer, runOnce }
  const search = createSearch({ db })
  const onboarding = createOnboarding({ db, clock, writeContent: createOperations(content, db).writeAsService })
  const clients = createClients({ db, clock, vault, content })
  const appLimit = config.publicWriteLimit && shareOf(config.publicWriteLimit)
  const routes: Route[] = []
  routes.push(
    ...surfaceARoutes(parts),
    ...publicRoutes({ ...parts, vault, search }),
    ...feedRoutes({ db, facts, renderer, clients, baseUrl: config.baseUrl }),
    ...visitorRoutes({
      ...parts,
      clients,
      limiter: appLimit && createRateLimiter({ clock, rate: appLimit }),
      baseUrl: config.baseUrl,
    }),
    ...previewRoutes({ ...parts, sites: platform.sites, vault, baseUrl: config.baseUrl }),
    ...webhookRoutes({
      db,
      runOnce,
      subscriptions: createSubscriptions({ db, clock, vault, outbound, quota: config.quotas.webhooks, onDeliveries }),
    }),
    ...broadcastRoutes({
      ...parts,
      control,
      accountOnce,
      broadcasts: createBroadcasts({ db, control, clock, notifications, quotas: config.quotas }),
      streams,
      onboarding,
      quotas: config.quotas,
      mediaUsage: platform.media.usage,
    }),
    ...archiveRoutes({
      exportBroadcast: createExport({ db, clock, media: platform.media, baseUrl: config.baseUrl }),
      runOnce,
      clock,
    }),
    ...onboardingRoutes({ onboarding, runOnce }),
    ...mediaRoutes({ media: platform.media, runOnce }),
    ...importRoutes({ imports, media: platform.media, runOnce }),
    ...importSourceRoutes({ ...parts, imports, vault, baseUrl: config.baseUrl }),
    ...changeRoutes({ db, streams }),
    ...presenceRoutes({
      content,
      presences,
      limiter: config.rateLimit && createRateLimiter({ clock, rate: { limit: 120, windowSeconds: 60 } }),
    }),
    ...searchRoutes({ search }),
    ...conflictRoutes(parts),
    ...translationRoutes({ db }),
    ...runRoutes({ db, content, workflows, runOnce }),
    ...workflowHookRoutes({ ...parts, workflows, vault, baseUrl: config.baseUrl }),
    ...jobRoutes({
      jobs: {
        list: (broadcastId, type, limit) => listJobs(db, broadcastId, type, limit),
        find: (broadcastId, id) => findJob(db, broadcastId, id),
      },
    }),
    ...revisionRoutes(parts),
    ...trashRoutes({ ...parts, trashDays: config.trashDays }),
    usesRoute(parts),
    ...peopleRoutes({ people: createPeopleRequests({ db, clock, vault }), runOnce }),
    ...campaignRoutes({ db, facts, campaigns, runOnce }),
    ...keyRoutes({ keys, db, control, accountOnce }),
    ...memberRoutes({
      runOnce,
      memberships: createMemberships({
        db,
        control,
        content,
        clock,
        vault,
        mailer: platform.mailer,
        baseUrl: config.baseUrl,
      }),
    }),
    ...domainRoutes({ content, vault, domains: createDomainChecks({ outbound, vault }) }),
    ...mapRoutes({
      tiles: config.mapTiles,
      geocoder: config.geocoder && createGeocoder({ clock, outbound, ...config.geocoder }),
      limiter: createRateLimiter({ clock, rate: { limit: 30, windowSeconds: 60 } }),
    }),
    ...viewRoutes({ views: createSavedViews({ db, clock }), runOnce }),
    visitSummaryRoute(parts),
    mixedBatchRoute(parts),
    ...broadcastKinds.flatMap((kind) => kindRoutes(kind, parts)),
    ...systemRoutes({
      db,
      control,
      isDraining,
      document: () => documentOf(routes, config.baseUrl),
    }),
  )
  return routes
}

/** The write limit of one app, as a share of the limit per address. */
const shareOf = ({ limit, windowSeconds }: { limit: number; windowSeconds: number }) => ({
  limit: Math.ceil(limit / 10),
  windowSeconds,
})

const slowMs = 1_000
