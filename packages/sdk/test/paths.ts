import { type KindCollection, type KindName, Marquee } from '../src/index.ts'
import type { PlainCollection, PlainShape } from '../src/plain-collection.ts'

/** A request of the SDK as an OpenAPI operation: `GET /v1/events/{}`. */
export type Operation = string

const id = 'an-id'

/** Calls every method that has its own path, against a fake that accepts everything, and returns the requests. */
export async function pathsOfMethods(): Promise<Operation[]> {
  const { marquee, asked } = yesService()
  const broadcast = marquee.broadcast(id, id)
  const site = marquee.public(id)
  await Promise.all([
    ...plainCalls(marquee.events, { title: '', start_time: '', end_time: '' }),
    ...plainCalls(marquee.places, { name: '' }),
    ...plainCalls(marquee.articles, { title: '' }),
    ...[marquee.webhooks, broadcast.webhooks].flatMap((webhooks) => [
      webhooks.list(),
      webhooks.get(id),
      webhooks.create({ url: '', events: [] }),
      webhooks.update(id, {}),
      webhooks.delete(id),
      webhooks.rotate(id, { secret: '' }),
      webhooks.test(id),
      webhooks.recover(id, { since: '' }),
      webhooks.all().next(),
      webhooks.deliveries(id),
      webhooks.allDeliveries(id).next(),
      webhooks.delivery(id, id),
      webhooks.redeliver(id, id),
      webhooks.eventTypes(),
    ]),
    broadcast.get(),
    broadcast.update({}),
    broadcast.delete(),
    broadcast.changesPage(),
    broadcast.changes().next(),
    broadcast
      .stream()
      .next()
      .catch(() => {}),
    broadcast.enterRecord({ tab: '', kind: 'broadcastHost', recordId: id }),
    broadcast.leaveRecord(''),
    broadcast.views.list(),
    broadcast.views.create({ kind: 'broadcastHost', name: '', query: {} }),
    broadcast.views.update(id, {}),
    broadcast.views.delete(id),
    broadcast.search({ q: '' }),
    broadcast.mapServices(),
    broadcast.addresses({ q: '' }),
    broadcast.usage(),
    broadcast.audit(),
    broadcast.createPreview(),
    broadcast.conflicts(),
    broadcast.translations(),
    broadcast.translationRecords({ locale: 'en' }),
    broadcast.startOnboarding({}),
    broadcast.duplicate({ name: '' }),
    broadcast.onboarding(),
    broadcast.eventCounts(),
    broadcast.visitSummary(),
    broadcast.exportPerson(''),
    broadcast.takePersonFile(id),
    broadcast.erasePerson(''),
    broadcast.media.upload(new Blob([''])),
    broadcast.members.invite(id),
    broadcast.campaigns.send(id),
    broadcast.campaigns.cancel(id),
    broadcast.campaigns.audience(id),
    broadcast.campaigns.summary(id),
    broadcast.campaigns.test(id, id),
    broadcast.diffusers.checkDomain(id),
    broadcast.revisions.diff(id),
    broadcast.revisions.restore(id),
    broadcast.imports.preview({ text: '' }),
    broadcast.imports.start(new Blob([''])),
    broadcast.imports.changes(id),
    broadcast.imports.apply(id),
    broadcast.imports.undo(id),
    broadcast.imports.wait(id),
    broadcast.workflows.start(id),
    broadcast.workflows.check(id),
    broadcast.workflows.hook(id),
    broadcast.runs.wait(id),
    broadcast.runs.cancel(id),
    broadcast.runs.rerun(id),
    broadcast.runs.resume(id),
    broadcast.keys.list(),
    broadcast.keys.create({ name: '' }),
    broadcast.keys.revoke(id),
    broadcast.keys.rotate(id),
    broadcast.jobs.list(),
    broadcast.jobs.wait(id),
    marquee.account.listBroadcasts(id),
    marquee.account.createBroadcast(id, { name: '' }),
    marquee.account.lookUpInvitation(''),
    marquee.account.acceptInvitation(id, ''),
    marquee.account.leaveBroadcast(id, id),
    broadcast.bundle(),
    site.root(),
    site.bundle(),
    site.now(),
    site.search({ q: '' }),
    site.pushKey(),
    site.feed('programme.ics'),
    site.feed('schedule.xml'),
    site.feed('schedule.json'),
    site.feed('programme.jsonld'),
    site.feed('articles.rss'),
    site.feed('articles.atom'),
    site.feed('articles.json'),
    site.feed('sitemap.xml'),
    site.answer({ formId: '', fields: [] }),
    site.register(),
    site.client('token').get(),
    site.client('token').update({}),
    site.client('token').delete(),
    site.client('token').track({ type: '' }),
    site.track({ type: 'visit' }),
    site.list('broadcastSession'),
    site.get('broadcastSession', id),
  ])
  return asked
}

/** The requests of a collection for one kind, by method name. */
export async function pathsOfKind(kind: KindName): Promise<Record<string, Operation | undefined>> {
  const { marquee, asked } = yesService()
  const collection = marquee.broadcast(id, id).kind(kind) as KindCollection<'broadcastHost'>
  await collection.list()
  await collection.get(id)
  await collection.create({ title: '' })
  await collection.update(id, {})
  await collection.delete(id)
  await collection.putByReference(id, {})
  await collection.batch([])
  await collection.history(id)
  const [list, read, create, update, remove, byReference, batch, history] = asked
  return { list, read, create, update, delete: remove, byReference, batch, history }
}

const plainCalls = <S extends PlainShape>(plain: PlainCollection<S>, body: S['create']) => [
  plain.list(),
  plain.get(id),
  plain.create(body),
  plain.update(id, {}),
  plain.delete(id),
  plain.getByReference(id),
  plain.putByReference(id, {}),
]

/** Records requests, and sends a response that ends every method, including loops. */
function yesService() {
  const asked: Operation[] = []
  const body = { data: [], metadata: {}, results: [], finishedAt: '', ended_at: '' }
  const note: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input))
    asked.push(`${init?.method ?? 'GET'} ${pathname.replaceAll(id, '{}')}`)
    return pathname.endsWith('/stream') ? new Response(null, { status: 401 }) : Response.json(body)
  }
  return { marquee: new Marquee({ baseUrl: 'http://service.example', fetch: note }), asked }
}
