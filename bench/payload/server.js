// A Payload with the events of the benchmark, started by `peers.ts` in the folder where it was installed: its own REST handlers
// behind Node's HTTP server, without Next.js and the admin panel, which is less work than the usual setup.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { postgresAdapter } from '@payloadcms/db-postgres'
import { buildConfig, getPayload, handleEndpoints } from 'payload'

const signedIn = ({ req }) => Boolean(req.user)
const access = { read: signedIn, create: signedIn, update: signedIn, delete: signedIn }

function configOf({ connection, poolSize }) {
  return buildConfig({
    secret: 'only for the benchmark',
    telemetry: false,
    db: postgresAdapter({ pool: { ...connection, max: poolSize } }),
    collections: [
      { slug: 'users', auth: { useAPIKey: true }, fields: [] },
      { slug: 'categories', access, fields: [{ name: 'key', type: 'text', required: true, unique: true }] },
      {
        slug: 'events',
        access,
        fields: [
          { name: 'title', type: 'text', required: true },
          { name: 'start', type: 'date', required: true, index: true },
          { name: 'end', type: 'date', required: true },
          { name: 'timezone', type: 'text' },
          { name: 'category', type: 'relationship', relationTo: 'categories', index: true },
          { name: 'description', type: 'textarea' },
          { name: 'status', type: 'select', options: ['draft', 'published'], defaultValue: 'draft', index: true },
        ],
      },
    ],
  })
}

/** Creates the tables, which Payload does only outside production, and the content. */
async function fill(config, events) {
  const payload = await getPayload({ config })
  const key = randomUUID()
  const user = { email: 'bench@bench.example', password: randomUUID(), enableAPIKey: true, apiKey: key }
  await payload.create({ collection: 'users', data: user })
  const categories = {}
  for (const name of new Set(events.map(({ category }) => category)))
    categories[name] = (await payload.create({ collection: 'categories', data: { key: name } })).id
  const ids = []
  for (const { category, ...event } of events) {
    const data = { ...event, category: categories[category] }
    ids.push((await payload.create({ collection: 'events', data })).id)
  }
  return { key, categories, ids }
}

async function serve(config) {
  await getPayload({ config })
  const server = createServer(async (request, response) => {
    const { method, headers, url } = request
    const body = method === 'GET' ? undefined : await buffer(request)
    const answer = await handleEndpoints({
      config,
      request: new Request(`http://localhost${url}`, { method, headers, body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': bytes.length })
    response.end(bytes)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server.address().port
}

process.once('message', async ({ events, ...database }) => {
  const config = configOf(database)
  process.send(events ? await fill(config, events) : await serve(config))
})
process.once('disconnect', () => process.exit())
