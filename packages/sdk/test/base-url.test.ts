import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Marquee } from '../src/index.ts'
import { localServer } from './local-server.ts'

const refused: [baseUrl: string | undefined, reason: RegExp][] = [
  ['nonsense', /it is not a URL\.$/],
  ['', /it is not a URL\.$/],
  ['festival.example', /it is not a URL\.$/],
  ['localhost:3000', /it must start with https:\/\/ or http:\/\/\.$/],
  ['ftp://festival.example', /it must start with https:\/\/ or http:\/\/\.$/],
  ['https://festival.example/v1', /leave out \/v1, which every request adds\.$/],
  ['https://festival.example/cms/v1/', /leave out \/v1, which every request adds\.$/],
  ['https://ada:secret@festival.example', /it must not contain credentials\.$/],
  ['https://festival.example/?key=1', /it must not contain a query or a fragment\.$/],
  [undefined, /^baseUrl is required outside of a browser\.$/],
]

for (const [baseUrl, reason] of refused) {
  test(`the base URL ${JSON.stringify(baseUrl)} is refused with a sentence before any request`, () => {
    assert.throws(
      () => new Marquee({ baseUrl }),
      (error) => error instanceof TypeError && reason.test(error.message) && !error.message.includes('secret'),
    )
  })
}

test('a base URL may have a path and a trailing slash', async () => {
  const server = await localServer((response) => response.end())
  const marquee = new Marquee({ baseUrl: `${server.url}/cms/` })
  await marquee.request('GET', '/v1/places').finally(server.close)
  assert.equal(server.received[0]?.path, '/cms/v1/places')
})
