import { createECDH } from 'node:crypto'
import type { Random } from '../random.ts'

/** A person with texts that appear nowhere else. */
export interface Person {
  email: string
  /** Each of them must be gone after the erasure. */
  traces: { email: string; name: string; wish: string; push: string }
}

export function newPerson(random: Random): Person {
  const word = (prefix: string) => `${prefix}${Array.from({ length: 10 }, () => random.pick(letters)).join('')}`
  const email = `${word('Zq')}.${word('y')}+fan@${word('kiosk')}.example`
  return {
    email,
    traces: { email: email.toLowerCase(), name: word('Xname'), wish: word('Xwish'), push: word('xpush') },
  }
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']

export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any
}

export interface Place {
  call: Call
  /** As the owner, whom a session identifies. */
  own: Call
  path: string
  site: string
  formId: string
  workflow: string
}

/** Leaves the data of a person wherever people, visitors and their apps can leave it. */
export async function leaveTraces({ call, own, path, site, formId, workflow }: Place, { email, traces }: Person) {
  const { name, wish, push } = traces
  const fields = [
    { key: 'name', value: name },
    { key: 'email', value: email },
    { key: 'wish', value: `I wish for ${wish}.` },
  ]
  const must = async (reply: Promise<Reply>) => {
    const { status, body } = await reply
    if (status >= 300) throw new Error(`a trace was refused: ${JSON.stringify(body)}`)
  }
  const make = async (plural: string, body: object, headers = {}, as = call) => {
    const reply = await as('POST', `${path}/${plural}`, body, headers)
    if (reply.status >= 300) throw new Error(`${plural} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const ecdh = createECDH('prime256v1')
  const keys = { p256dh: ecdh.generateKeys('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') }
  const client = await make('broadcastClients', {
    platform: 'web',
    pushSubscription: { endpoint: `https://push.example/${push}`, keys },
    metadata: { wish },
  })
  const contact = await make(
    'broadcastContacts',
    { fields, metadata: { clientId: client._id } },
    { 'idempotency-key': `contact:${email}` },
  )
  await must(
    call('PATCH', `${path}/broadcastContacts/${contact._id}`, { metadata: { clientId: client._id, note: wish } }),
  )
  await call('PATCH', `${path}/broadcastContacts/${contact._id}`, {
    fields: [{ key: 'email', value: `Mail: ${email.toUpperCase()}` }, ...fields],
  })
  // Another one of the same person, which was deleted before.
  const deleted = await make('broadcastContacts', { fields })
  await call('DELETE', `${path}/broadcastContacts/${deleted._id}`)
  await must(call('POST', `${site}/contacts`, { formId, fields }, { 'idempotency-key': `form:${email}` }))
  await make('broadcastEvents', { type: 'signed up', clientId: client._id, metadata: { email, wish } })
  await make('broadcastEvents', { type: 'search', metadata: { text: email, query: email } })
  const article = { content: `<p>Ask <a href="mailto:${email}">${email}</a></p>`, status: 'published' }
  await make('broadcastArticles', { ...article, title: `Write to ${email}` })
  const trashed = await make('broadcastArticles', { ...article, title: 'Old', _reference: `of ${email}` })
  await call('GET', `${path}/search?q=${encodeURIComponent(email)}`)
  await call('DELETE', `${path}/broadcastArticles/${trashed._id}`)
  // The second one conflicts, which the database and its log notice.
  for (let time = 0; time < 2; time++) await own('POST', `${path}/broadcastMembers`, { email, role: 'viewer' })
  await Promise.all(['one', 'two'].map((title) => call('POST', `${path}/broadcastPages`, { title, _reference: email })))
  await call('POST', `${path}/broadcastContacts`, { fields: [{ key: email }], [email]: name })
  await must(
    call('POST', `${path}/imports`, {
      name: `${email} programme.csv`,
      text: `title,start,end,description\n"Talk of ${email}",2027-07-02 18:00,2027-07-02 19:00,"${email}"\n`,
    }),
  )
  await must(own('POST', `${path}/views`, { name: email, kind: 'broadcastContact', query: { search: email } }))
  await make(workflow, { input: { email, name, wish } })
  return { contactId: contact._id, clientId: client._id }
}
