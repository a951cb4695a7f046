import { type BenchBroadcast, type BenchService, newBroadcast } from '../../bench/service.ts'

/** Content of every kind that a migration has changed, with no field that a migration added: older versions did not have them. */
export async function newContent(service: BenchService): Promise<{ broadcast: BenchBroadcast; mediaPath: string }> {
  const broadcast = await newBroadcast(service, 'Upgrade', ['read', 'write', 'people'])
  const { path, broadcastId } = broadcast
  const make = async (plural: string, body: object) => {
    const { status, body: made } = await broadcast.call('POST', `${path}/${plural}`, body)
    if (status !== 201) throw new Error(`${plural} answered ${status}: ${JSON.stringify(made)}`)
    return made
  }
  const category = await make('broadcastCategories', { title: 'Music' })
  const map = await make('broadcastMaps', { type: 'image', title: 'Site' })
  const places: string[] = []
  for (let index = 0; index < 5; index++)
    places.push(
      (
        await make('broadcastInterestPoints', {
          title: `Stage ${index}`,
          mapId: map._id,
          position: { x: 100 * index + 7, y: 50 },
        })
      )._id,
    )
  const host = await make('broadcastHosts', { title: 'Ada “Quay” Lovelace' })
  for (let index = 0; index < 20; index++)
    await make('broadcastSessions', {
      title: `Concert ${index} \\ "é"`,
      description: '<p>Loud</p>',
      status: index % 3 === 0 ? 'draft' : 'published',
      time: { start: `2027-07-0${1 + (index % 3)}T18:00:00.000Z`, end: `2027-07-0${1 + (index % 3)}T19:00:00.000Z` },
      categoryIds: [category._id],
      interestPointId: places[index % 5],
      hostIds: [host._id],
      localeDetails: { fr: { title: `Le concert ${index}` } },
    })
  await make('broadcastArticles', { title: 'News', content: '<p>Doors open</p>', status: 'published' })
  await make('broadcastPages', { title: 'About' })
  await make('broadcastDiffusers', { slug: `upgrade-${broadcastId}`, status: 'published' })
  const client = await make('broadcastClients', { platform: 'web' })
  await make('broadcastContacts', { fields: [{ key: 'name', value: 'Ada' }] })
  await make('broadcastCampaigns', { title: 'Draft' })
  for (let index = 0; index < 8; index++)
    await make('broadcastEvents', {
      type: index % 2 ? 'session.viewed' : 'app.opened',
      clientId: client._id,
      occurredAt: new Date(Date.now() - index * 86_400_000 * 9).toISOString(),
    })
  await make('workflows', {
    name: 'Daily',
    status: 'enabled',
    trigger: { type: 'interval', everySeconds: 86_400 },
    entryNodeId: 'only',
    nodes: [{ id: 'only', type: 'code', config: { code: { type: 'string', value: 'return 1' } } }],
  })
  const form = new FormData()
  form.set('file', new Blob(['a text that stays'], { type: 'text/plain' }), 'note.txt')
  const { authorization: headers } = broadcast
  const upload = await fetch(`${service.url}${path}/medias/upload`, { method: 'POST', headers, body: form })
  const [media] = JSON.parse(await upload.text()).data
  const gone = await make('broadcastSessions', { title: 'In the trash' })
  await broadcast.call('DELETE', `${path}/broadcastSessions/${gone._id}`)
  return { broadcast, mediaPath: new URL(media.mediaUrl).pathname }
}
