import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Follows the recipes of CONTRIBUTING.md in a copy of the project, and counts the files that were edited by hand. */

const root = fileURLToPath(new URL('../../..', import.meta.url))
const packages = ['formats', 'model', 'sdk', 'app', 'server', 'studio']
let copy: string
const edited = new Set<string>()

before(async () => {
  copy = await mkdtemp(join(tmpdir(), 'marquee-additions-'))
  for (const path of ['package.json', 'tsconfig.json', 'scripts'])
    await cp(join(root, path), join(copy, path), { recursive: true })
  const isSource = (path: string) => !['node_modules', 'dist', 'test'].includes(basename(path))
  for (const name of packages)
    await cp(join(root, 'packages', name), join(copy, 'packages', name), { recursive: true, filter: isSource })
  // The libraries are those of the project; its own packages are those of the copy.
  await mkdir(join(copy, 'node_modules/@marquee'), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@marquee') await symlink(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const name of packages) {
    await symlink(join(copy, 'packages', name), join(copy, 'node_modules/@marquee', name))
    const own = join(root, 'packages', name, 'node_modules')
    if (existsSync(own)) await symlink(own, join(copy, 'packages', name, 'node_modules'))
  }
})

after(() => rm(copy, { recursive: true, force: true }))

test('a kind with a screen takes four files', async () => {
  edited.clear()
  await write(
    'packages/model/src/kinds/broadcast-sponsor.ts',
    `import { always, defineKind, nullable } from '../kind.ts'
import { PublishStatus, Title } from '../shapes/scalars.ts'

export const broadcastSponsor = defineKind({
  name: 'broadcastSponsor',
  plural: 'broadcastSponsors',
  about: 'A company that supports the event.',
  editorial: true,
  public: ['title', 'status'],
  fields: {
    title: nullable(Title, { localized: true, sort: true }),
    status: always(PublishStatus, { default: 'draft', sort: true }),
  },
})
`,
  )
  await addToList('packages/model/src/kinds.ts', 'broadcastSponsor', './kinds/broadcast-sponsor.ts', '  broadcastMap,')
  const texts = `{ one: 'Sponsor', many: 'Sponsors', create: 'New', about: 'A', emptyTitle: 'None', emptyHint: 'Add' }`
  await write(
    'packages/studio/src/kinds/declared/broadcast-sponsor.ts',
    `import { IconMap2 } from '@tabler/icons-react'
import type { PlainKind } from '../declaration.ts'

export const broadcastSponsor: PlainKind = {
  kind: 'broadcastSponsor',
  path: 'sponsors',
  icon: IconMap2,
  group: 'design',
  columns: ['status'],
  filters: ['status'],
  sort: { title: 'asc' },
  main: ['title'],
  side: ['status'],
  rare: ['_reference', 'metadata'],
  texts: { en: ${texts}, fr: ${texts}, es: ${texts} },
}
`,
  )
  const declared = './declared/broadcast-sponsor.ts'
  await addToList('packages/studio/src/kinds/index.ts', 'broadcastSponsor', declared, '  broadcastMap,')

  assert.equal(edited.size, 4)
})

test('a type of workflow node takes a file and a line in server and studio, and its settings in the model', async () => {
  edited.clear()
  await change('packages/model/src/shapes/workflow-node.ts', '  code: { code: value },', '  pause: { ms: value },')
  await write(
    'packages/server/src/workflows/nodes/pause.ts',
    `import { setTimeout as wait } from 'node:timers/promises'
import { required } from '../config-checks.ts'
import type { NodeType } from './node.ts'

export const pause: NodeType = {
  check: (checking) => required(checking, 'ms'),
  createRun: () => async (call) => {
    await wait(Number(call.config.ms))
    return { output: null }
  },
}
`,
  )
  const nodes = 'packages/server/src/workflows/nodes/index.ts'
  await change(nodes, "import { http } from './http.ts'", "import { pause } from './pause.ts'")
  await change(nodes, '= { amply,', undefined, '= { pause, amply,')
  await write(
    'packages/studio/src/screens/workflows/nodes/pause.ts',
    `import { IconBraces } from '@tabler/icons-react'
import type { NodeDeclaration } from './declaration.ts'

export const pause: NodeDeclaration = {
  texts: {
    en: { name: 'Pause', hint: 'Wait' },
    fr: { name: 'Pause', hint: 'Attendre' },
    es: { name: 'Pausa', hint: 'Esperar' },
  },
  icon: IconBraces,
  color: 'gray',
  idBase: 'pause',
  initial: { ms: { type: 'number', value: 1000 } },
  summary: (setting) => setting('ms'),
  fields: [{ label: ['Duration', 'Durée', 'Duración'], path: ['ms'], type: 'number', form: 'number', isRequired: true }],
}
`,
  )
  const declarations = 'packages/studio/src/screens/workflows/nodes/index.ts'
  await change(declarations, "import { http } from './http.ts'", "import { pause } from './pause.ts'")
  await change(declarations, '  amply,', '  pause,')

  assert.equal(edited.size, 5)
})

test('everything else is derived: types of server and studio, the SDK, routes and schemas', async () => {
  await requireTypes()
  const { paths, components } = await openApi()
  const path = '/v1/users/{userId}/broadcasts/{broadcastId}/broadcastSponsors'
  assert.deepEqual(Object.keys(paths[path] ?? {}).sort(), ['get', 'post'])
  assert(components.schemas.PauseNode)
})

async function write(path: string, text: string): Promise<void> {
  edited.add(path)
  await writeFile(join(copy, path), text)
}

/** Adds a line after an existing one, or replaces a text. */
async function change(path: string, known: string, added: string | undefined, instead = `${known}\n${added}`) {
  const text = await readFile(join(copy, path), 'utf8')
  assert(text.includes(known), `${path} has no ${known}`)
  await write(path, text.replace(known, instead))
}

/** The two lines that a list of declarations takes: the import and the entry, before another one. */
async function addToList(path: string, name: string, from: string, before: string): Promise<void> {
  await change(path, before, undefined, `  ${name},\n${before}`)
  await write(path, `import { ${name} } from '${from}'\n${await readFile(join(copy, path), 'utf8')}`)
}

async function requireTypes(): Promise<void> {
  await writeFile(join(copy, 'packages/sdk/src/types.ts'), await run(process.execPath, 'scripts/sdk-types.ts'))
  const tsc = join(root, 'node_modules/.bin/tsc')
  await run(tsc, '--noEmit')
  await run(tsc, '--noEmit', '-p', 'packages/studio')
}

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into where a test needs it
async function openApi(): Promise<any> {
  return JSON.parse(await run(process.execPath, 'packages/server/bin/marquee.js', 'openapi'))
}

async function run(program: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd: copy, maxBuffer: 33_554_432 })
    return stdout
  } catch (error) {
    return assert.fail(String(Object(error).stdout).slice(0, 2_000) || String(error))
  }
}
