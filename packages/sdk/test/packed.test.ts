import assert from 'node:assert/strict'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startService, type TestService } from '../../server/test/support/service.ts'
import { compile, installPacked, readmeProgram, runProgram } from './installed.ts'

let service: TestService
let folder: string
let settings: Record<string, string>

before(async () => {
  service = await startService()
  const { key, userId, broadcastId } = await service.newTenant()
  settings = { MARQUEE_URL: service.url, MARQUEE_KEY: key, USER_ID: userId, BROADCAST_ID: broadcastId }
  folder = await installPacked()
})
after(async () => {
  await service?.stop()
  if (folder) await rm(folder, { recursive: true })
})

/** Valid as JavaScript and as TypeScript, and without any name of the DOM or of Node. */
const program = `import { Marquee, MarqueeProblem } from '@marquee/sdk'

export async function createPlace(baseUrl, apiKey) {
  const marquee = new Marquee({ baseUrl, apiKey })
  const { id, name } = await marquee.places.create({ name: 'Quay' })
  const names = []
  for await (const place of marquee.places.all({ limit: 1 })) names.push(place.name)
  const refused = await marquee.places.get('nonsense').catch((error) => error)
  return { id, name, names, code: refused instanceof MarqueeProblem ? refused.code : '' }
}
`

test('the packed files are compiled code and its types, without sources', async () => {
  const files = await readdir(join(folder, 'node_modules/@marquee/sdk'), { recursive: true })
  const kinds = new Set(files.map((file) => /(?:\.d)?\.\w+$/.exec(file)?.[0]))
  assert.deepEqual(kinds, new Set([undefined, '.json', '.md', '.js', '.d.ts']))
  assert(['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts'].every((name) => files.includes(name)))
})

test('plain JavaScript calls the service with the packed package', async () => {
  const main = `${program}
const { MARQUEE_URL, MARQUEE_KEY } = process.env
console.log(JSON.stringify(await createPlace(MARQUEE_URL, MARQUEE_KEY)))`
  await writeFile(join(folder, 'plain.js'), main)
  const { id, ...rest } = JSON.parse(await runProgram(folder, 'plain', settings))
  assert.match(id, /^[0-9a-f]{24}$/)
  assert.deepEqual(rest, { name: 'Quay', names: ['Quay'], code: 'not_found' })
})

for (const [types, lib] of [
  ['with DOM types', 'es2024,dom,dom.asynciterable'],
  ['without DOM types', 'es2024'],
] as const) {
  const typed = program
    .replace('(baseUrl, apiKey)', '(baseUrl: string, apiKey: string)')
    .replace('names =', 'names: (string | null)[] =')

  test(`TypeScript ${types} compiles against the packed package`, async () => {
    await compile(folder, 'typed', typed, lib)
  })

  test(`TypeScript ${types} reports a wrong field of a body`, async () => {
    const wrong = typed.replace("name: 'Quay'", "nome: 'Quay'")
    await assert.rejects(compile(folder, 'wrong', wrong, lib), /error TS\d+: .*'nome'/)
  })
}

test('the code of the README runs from top to bottom', async () => {
  await compile(folder, 'readme', await readmeProgram(folder), 'es2024,dom,dom.asynciterable')
  const output = await runProgram(folder, 'readme', settings)
  assert.match(output, /Somebody else changed it since "/)
  assert.match(output, /400 invalid /)
  assert.match(output, /broadcastSession update \[ 'title' \]/)
})
