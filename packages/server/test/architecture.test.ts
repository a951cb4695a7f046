import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { allKinds, nodeTypes } from '@marquee/model'
import { controlTables } from '../src/store/planes.ts'

/** A file of the project and what it imports. */
interface Source {
  /** Relative to the root of the project: `packages/server/src/http/app.ts`. */
  path: string
  room: string
  text: string
  imports: Import[]
}

interface Import {
  /** The path of a source, or the name of a package. */
  target: string
  isTypeOnly: boolean
}

interface Rule {
  mayImport: readonly string[]
  because: string
}

const ground = ['store', 'base', 'model']
const features = [
  'access',
  'conflicts',
  'content',
  'domains',
  'geocoding',
  'media',
  'webhooks',
  'workflows',
  'campaigns',
  'reminders',
  'search',
  'mail',
  'onboarding',
  'imports',
]
const feature: Rule = {
  mayImport: ground,
  because: 'Features meet through the change log or a function handed in, never by import.',
}

/** The allowed imports, besides files of the same folder. A new folder needs a line here, with its reason. */
const rooms: Record<string, Rule> = {
  model: { mayImport: [], because: 'What content is must be usable anywhere, so it knows no service and no I/O.' },
  sdk: { mayImport: [], because: 'It is installed by others, who have nothing else of ours.' },
  base: { mayImport: [], because: 'The ground floor: everything stands on it, so it stands on Node alone.' },
  store: { mayImport: ['base', 'model'], because: 'SQL knows what is stored, not why.' },
  ...Object.fromEntries(features.map((name) => [name, feature])),
  formats: { mayImport: ['model'], because: 'Reads files into the words of the model; it knows no service.' },
  imports: {
    mayImport: [...ground, 'formats'],
    because: 'It compares what a file says with what is stored; content is written by functions handed in.',
  },
  onboarding: {
    mayImport: [...ground, 'formats'],
    because: 'A programme on a website is read like one in a file.',
  },
  push: { mayImport: ground, because: 'Campaigns and reminders send through it, so it knows neither.' },
  campaigns: { mayImport: [...ground, 'push'], because: 'A message to people is sent in one way.' },
  reminders: { mayImport: [...ground, 'push'], because: 'A message to people is sent in one way.' },
  public: {
    mayImport: [...ground, 'content'],
    because: 'What the public sees is a view of the content, and is read through it.',
  },
  site: {
    mayImport: [...ground, 'content', 'public', 'app'],
    because: 'A website is rendered from the bundle that the public gets, by the build of the app.',
  },
  people: {
    mayImport: [...ground, 'content'],
    because: 'Erasing a person is writing content, which has one door.',
  },
  archive: {
    mayImport: [...ground, 'content', 'media'],
    because: 'A broadcast is copied through the doors of content and media, which check it like any write.',
  },
  backup: {
    mayImport: [...ground, 'archive', 'content', 'media'],
    because:
      'A zip with checksums is read like an archive; tables go through the store, files through the storage of media.',
  },
  demo: {
    mayImport: [...ground, 'access', 'content', 'platform', 'festival'],
    because: 'The demo is made as a client would make it: an account, a key and content. Nothing depends on it.',
  },
  festival: { mayImport: [], because: 'The demo festival is data; http shows its drawings, demo stores the rest.' },
  http: {
    mayImport: [...ground, ...features, 'public', 'people', 'site', 'archive', 'festival'],
    because: 'A door in front of the features. It and the jobs are two ways in and share nothing.',
  },
  jobs: { mayImport: [...ground, ...features], because: 'The other way in: what the clock starts. It knows no HTTP.' },
  config: { mayImport: ['base'], because: 'Options are plain values, read before anything else exists.' },
  platform: {
    mayImport: [...ground, ...features, 'public', 'config'],
    because: 'Puts together what works without a socket; the service and the commands both stand on it.',
  },
  commands: { mayImport: ['*'], because: 'The command line may use all of the house, as main and runtime do.' },
  app: {
    mayImport: ['model'],
    because: 'Components over public records, which are handed in; they know no page and no service.',
  },
  'app/entries': {
    mayImport: ['app', 'model'],
    because:
      'The programs around the components: browser, service worker, server, preview, screens and other websites.',
  },
  'studio/texts': { mayImport: ['model'], because: 'Words stand on nothing.' },
  'studio/kinds': {
    mayImport: ['studio/texts', 'model'],
    because: 'How a kind is named and shown is declared below everything that shows kinds.',
  },
  'studio/ui': { mayImport: ['studio/texts', 'model', 'app'], because: 'Its pieces know no kind and no service.' },
  'studio/data': {
    mayImport: ['studio/texts', 'studio/kinds', 'studio/ui', 'sdk', 'model', 'app'],
    because: 'The one place that talks to the service, and to it through what others install.',
  },
  'studio/fields': {
    mayImport: ['studio/texts', 'studio/kinds', 'studio/ui', 'studio/data', 'model'],
    because: 'Editors of values serve every screen, so they know none.',
  },
  'studio/preview': {
    mayImport: ['studio/texts', 'studio/kinds', 'studio/ui', 'studio/data', 'model', 'app', 'app/entries'],
    because: 'It shows the visitors’ app with unsaved edits, to whichever screen edits them.',
  },
  'studio/screens': {
    mayImport: [
      'studio/texts',
      'studio/kinds',
      'studio/ui',
      'studio/data',
      'studio/fields',
      'studio/preview',
      'model',
      'app',
    ],
    because: 'A screen is loaded by itself; what two of them need lies below.',
  },
  'studio/app': { mayImport: ['*'], because: 'The frame around the screens knows them all.' },
  top: { mayImport: ['*'], because: 'The composition root, and what starts it, know every room.' },
}

/** Files at the top of packages/server/src with their own rule. All others there are `top`. */
const roomsOfTopFiles: Record<string, string> = {
  'config.ts': 'config',
  'options.ts': 'config',
  'log.ts': 'config',
  'secret-key.ts': 'config',
  'platform.ts': 'platform',
  'database.ts': 'platform',
  'tracing.ts': 'platform',
}

interface Home {
  /** The folders or files under packages/ that may import the library. */
  at: string[]
  /** Those that may import only its types. */
  typesAt?: string[]
  because: string
}

/** Each library is imported in few places, so that it can be replaced there. */
const homes: Record<string, Home> = {
  typebox: { at: ['model/src'], because: 'Schemas are declared in the model; the server compiles and shows them.' },
  fastify: {
    at: ['server/src/http'],
    typesAt: ['server/src/runtime.ts', 'server/src/authorizer.ts'],
    because: 'Nobody else knows of HTTP.',
  },
  '@scalar/fastify-api-reference': { at: ['server/src/http'], because: 'It is a page of the HTTP application.' },
  'prom-client': { at: ['server/src/http'], because: 'Metrics are taken at the door and read through a listener.' },
  ...Object.fromEntries(
    ['api', 'core', 'exporter-trace-otlp-http', 'resources', 'sdk-trace'].map((name) => [
      `@opentelemetry/${name}`,
      { at: ['server/src/tracing.ts'], because: 'Everybody else sees the small interface in base, and loads nothing.' },
    ]),
  ),
  pg: { at: ['server/src/store'], because: 'All SQL is in the store.' },
  'pg-copy-streams': { at: ['server/src/store/backup'], because: 'Whole tables are copied for backups only.' },
  'better-auth': {
    at: ['server/src/access'],
    because: 'Signing in is its business; what it answers is put in our words.',
  },
  ajv: { at: ['server/src/content'], because: 'Every door validates through content, and so alike.' },
  marked: {
    at: ['server/src/content', 'studio/src/screens/articles'],
    because: 'Rich text is made harmless where content is shown; where it is written, Markdown is read the same way.',
  },
  'sanitize-html': { at: ['server/src/content'], because: 'Rich text is made harmless where content is shown.' },
  'ical.js': {
    at: ['formats/src'],
    because: 'Calendars of strangers are read in one place, with limits.',
  },
  'fast-xml-parser': { at: ['formats/src'], because: 'XML of strangers is read in one place, without entities.' },
  'csv-parse': { at: ['formats/src'], because: 'Tables are read in one place.' },
  'read-excel-file': { at: ['formats/src'], because: 'Tables are read in one place.' },
  yauzl: {
    at: ['formats/src', 'server/src/archive'],
    because: 'Zip files of strangers are unpacked with limits: spreadsheets and archives.',
  },
  yazl: {
    at: ['server/src/archive', 'server/src/backup'],
    because: 'Archives of a broadcast and backups of an installation are written in one place each.',
  },
  nodemailer: { at: ['server/src/mail'], because: 'Mail leaves through one place.' },
  sharp: {
    at: ['server/src/media', 'server/src/onboarding/theme/palette.ts', 'server/src/site/picture-task.ts'],
    because:
      'Untrusted images are decoded in three places, with limits: for storage, to find the colours of a logo, and to draw it.',
  },
  busboy: { at: ['server/src/media'], because: 'Files come in through one place.' },
  cheerio: {
    at: ['server/src/media', 'formats/src'],
    because: 'SVG is sanitized where files are inspected; untrusted pages and files are parsed in a worker thread.',
  },
  '@aws-sdk/client-s3': { at: ['server/src/media'], because: 'Where files are kept is known to one file.' },
  croner: { at: ['server/src/workflows'], because: 'When a trigger is due is worked out where triggers are.' },
  'web-push': {
    at: ['server/src/push'],
    because: 'It encrypts and signs; what it makes leaves by the guarded client.',
  },
  undici: { at: ['server/src/base/outbound'], because: 'Outbound calls go through the one guarded client.' },
  fontkit: { at: ['server/src/site/lettering.ts'], because: 'Letters are outlined where pictures of sites are drawn.' },
  '@tabler/icons': { at: ['app/src/parts/drawings.ts'], because: 'The icons of the visitors’ app, by name.' },
  preact: { at: ['app/src'], because: 'The components of the visitors’ app.' },
  'preact-render-to-string': { at: ['app/src/server'], because: 'Pages are rendered in one place.' },
  react: { at: ['studio/src'], because: 'The studio is a program of its own.' },
  'react-dom': {
    at: ['studio/src/main.tsx', 'studio/src/ui/printing.ts'],
    because: 'The page is started in one place, and drawn at once for printers in another.',
  },
  '@mantine/core': { at: ['studio/src'], because: 'The components of the studio.' },
  '@mantine/hooks': { at: ['studio/src'], because: 'The components of the studio.' },
  '@mantine/dates': {
    at: ['studio/src/ui', 'studio/src/app'],
    because: 'Dates are entered in a zone, by our piece alone.',
  },
  '@codemirror/lang-html': {
    at: ['studio/src/screens/articles'],
    because: 'The source of a text is edited where the text is.',
  },
  '@tiptap/react': { at: ['studio/src/screens/articles'], because: 'Rich text is written in one place.' },
  '@tiptap/starter-kit': { at: ['studio/src/screens/articles'], because: 'Rich text is written in one place.' },
  '@mantine/notifications': { at: ['studio/src'], because: 'The components of the studio.' },
  '@mantine/spotlight': { at: ['studio/src/app'], because: 'There is one palette, and it belongs to the frame.' },
  '@tabler/icons-react': { at: ['studio/src'], because: 'The icons of the studio.' },
  '@tanstack/react-query': { at: ['studio/src'], because: 'What was read is kept for all screens alike.' },
  '@tanstack/react-router': { at: ['studio/src'], because: 'The addresses of the studio.' },
  '@event-calendar/core': {
    at: ['studio/src/screens/programme'],
    because: 'The grid of a day is drawn by one screen, which loads it when it opens.',
  },
  uqr: {
    at: ['studio/src/screens/kinds/parts/channel'],
    because: 'QR codes are drawn by one piece, which loads it with the first one.',
  },
  leaflet: {
    at: ['studio/src/screens/map', 'app/src/maps'],
    because: 'Maps are drawn by one screen of the studio and one of the app, which load it when they open.',
  },
  '@dnd-kit/core': { at: ['studio/src/fields/blocks'], because: 'Blocks are the lists that are sorted by hand.' },
  '@dnd-kit/sortable': { at: ['studio/src/fields/blocks'], because: 'Blocks are the lists that are sorted by hand.' },
  '@xyflow/react': { at: ['studio/src/screens/workflows'], because: 'Workflows are the only graphs.' },
  '@uiw/react-codemirror': {
    at: ['studio/src/screens/workflows/panel', 'studio/src/screens/articles'],
    because: 'Loaded with the first code editor.',
  },
  '@codemirror/lang-javascript': {
    at: ['studio/src/screens/workflows/panel'],
    because: 'Loaded with the first code editor.',
  },
  dayjs: { at: ['studio/src/app'], because: 'The calendars of the components speak through it.' },
  commander: { at: ['server/src/cli.ts'], because: 'Commands are functions; only their names and options are its.' },
  pino: {
    at: ['server/src/log.ts'],
    typesAt: ['serve', 'runtime', 'service', 'processes', 'platform', 'database', 'failure-log'].map(
      (file) => `server/src/${file}.ts`,
    ),
    because: 'What may be logged is decided once.',
  },
}

/** Only config.ts reads the environment; these files pass it on without reading a value. */
const environmentBearers = ['cli.ts', 'serve.ts', 'commands/command.ts', 'commands/doctor.ts', 'commands/migrate.ts']

/** Code that treats all kinds alike. Special cases belong in content/rules; in the studio, in a declaration. */
const genericCode = [
  /^packages\/studio\/src\/(app|ui|texts)\//,
  /^packages\/studio\/src\/kinds\/[^/]+$/,
  /^packages\/studio\/src\/data\/(?!actor-names)[^/]+$/,
  /^packages\/studio\/src\/fields\/(?!audience-editor)[^/]+$/,
  /^packages\/studio\/src\/screens\/(kinds|panel)\/[^/]+$/,
  /^packages\/server\/src\/(content|search)\/[^/]+\.ts$/,
  /^packages\/server\/src\/http\/(params|idempotent|etag|openapi|openapi\/(?!text-examples)[^/]+)\.ts$/,
  /^packages\/server\/src\/http\/routes\/(kind-routes|kind-route-parts|batch-route|search-routes)\.ts$/,
  /^packages\/server\/src\/store\/(sql|db|changes\/changes|records\/(records|filter-sql|search|search-words))\.ts$/,
]

const root = fileURLToPath(new URL('../../../', import.meta.url))
const sources: Source[] = []

before(async () => {
  for await (const path of glob('packages/*/src/**/*.{ts,tsx}', { cwd: root })) sources.push(await readSource(path))
  assert(sources.length > 100, 'the source files were not found')
})

test('statements concern one plane: only store/control names its tables, and no others', () => {
  const named = (tables: readonly string[]) =>
    new RegExp(`\\b(?:from|join|into|update|delete from)\\s+(?:${tables.join('|')})\\b`)
  const statementsOf = ({ text }: Source) => [...text.matchAll(/sql`([^`]*)`/g)].map(([, statement = '']) => statement)
  const stores = sources.filter(({ path }) => path.startsWith('packages/server/src/store/'))
  const control = stores.filter(({ path }) => path.startsWith('packages/server/src/store/control/'))
  assert(control.length > 5)
  const ofControl = named([...controlTables])
  const ofContent = named(contentTables)
  for (const source of stores) {
    const wrong = control.includes(source) ? ofContent : ofControl
    for (const statement of statementsOf(source)) {
      // A name that a statement gives to a part of itself is no table.
      const ownNames = [...statement.matchAll(/\b(\w+)\s+as\s+(?:materialized\s+)?\(/g)].map(([, name]) => name)
      const found = wrong.exec(statement)?.[0]
      assert(found === undefined || ownNames.includes(found.split(/\s+/).at(-1)), `${source.path}: ${found}`)
    }
  }
})

test('folders import only from lower layers', () => {
  const faults = sources.flatMap(({ path, room, imports }) => {
    const rule = rooms[room]
    if (!rule) return [`${path} is in a room without a rule: say in this test what it may import, and why`]
    const { mayImport, because } = rule
    const allowed = new Set([room, ...mayImport])
    return imports
      .filter(({ target }) => target.startsWith('packages/'))
      .filter(({ target }) => !allowed.has('*') && !allowed.has(roomOf(target)))
      .map(({ target }) => `${path} imports ${target}. ${because}`)
  })
  assert.deepEqual(faults, [])
})

test('the demo and http import only the type of the platform', () => {
  const faults = sources
    .filter(({ room }) => room === 'demo' || room === 'http')
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target, isTypeOnly }) => target.endsWith('/src/platform.ts') && !isTypeOnly)
        .map(({ target }) => `${path} imports ${target}, which would open a database`),
    )
  assert.deepEqual(faults, [])
})

/** Only the store classifies database failures, and only http turns failures into responses. */
const storeValuesOfHttp = ['packages/server/src/store/failures.ts']

test('http contains no business rules: it reads and writes through features, and imports only types of the store', () => {
  const faults = sources
    .filter(({ room }) => room === 'http')
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target, isTypeOnly }) => roomOf(target) === 'store' && !isTypeOnly)
        .filter(({ target }) => !storeValuesOfHttp.includes(target))
        .map(({ target }) => `${path} imports ${target}: put the decision into a feature`),
    )
  assert.deepEqual(faults, [])
})

test('no file imports itself through others, not even for a type', () => {
  const importsOf = new Map(sources.map(({ path, imports }) => [path, imports.map(({ target }) => target)]))
  assert.deepEqual(findCycles(importsOf), [], 'move the shared type into a file that imports neither')
})

test('libraries are imported only in their allowed places', () => {
  const faults = sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ target, isTypeOnly }) => {
      if (target.startsWith('packages/') || isBuiltin(target)) return []
      const home = homes[packageOf(target)]
      if (!home) return [`${path} imports ${target}, which has no home yet: give it one here, with the reason`]
      const places = [...home.at, ...(isTypeOnly ? (home.typesAt ?? []) : [])]
      return places.some((place) => isUnder(path, place)) ? [] : [`${path} imports ${target}. ${home.because}`]
    }),
  )
  assert.deepEqual(faults, [])
})

test('the model does not use Node, so that it also runs in a browser', () => {
  const faults = sources
    .filter(({ room }) => room === 'model')
    .flatMap(({ path, imports }) =>
      imports.filter(({ target }) => isBuiltin(target)).map(({ target }) => `${path} imports ${target}`),
    )
  assert.deepEqual(faults, [])
})

test('only config.ts reads the environment', () => {
  // A browser has no environment; the studio only shows it in an example to copy.
  const readers = sources.filter(({ room }) => !room.startsWith('studio'))
  const faults = readers
    .filter(({ text }) => /process\s*\.\s*env\b/.test(text))
    .map(({ path }) => relative('packages/server/src', path))
    .filter((path) => !environmentBearers.includes(path))
  assert.deepEqual(faults, [], 'take the value as an argument, and give it an option in config.ts')
  for (const { path, text } of readers) {
    assert.doesNotMatch(text, /process\.env(\.\w|\[)/, `${path} reads a value from the environment`)
  }
})

test('generic code does not name a kind', () => {
  // `media` is also a keyword of our schemas, and `broadcast` the first word of every cached key of the studio.
  const names = allKinds.map(({ name }) => name).filter((name) => name !== 'media')
  const literalOf = (some: string[]) => new RegExp(`(['"\`])(?:${some.join('|')})\\1`)
  const [literal, studioLiteral] = [literalOf(names), literalOf(names.filter((name) => name !== 'broadcast'))]
  const faults = sources
    .filter(({ path }) => genericCode.some((pattern) => pattern.test(path)))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .map((line, index) => ({ line, at: index + 1 }))
        .filter(({ line }) => (path.startsWith('packages/studio/') ? studioLiteral : literal).test(line))
        .map(({ line, at }) => `${path}:${at} ${line.trim()}`),
    )
  assert.deepEqual(
    faults,
    [],
    'put the special case into content/rules/<kind>.ts, in the studio into kinds/declared/<kind>.ts',
  )
})

test('the workflow editor of the studio names no step type outside of its declaration', () => {
  // `code` is also a way to enter a value.
  const literal = new RegExp(`(['"\`])(?:${nodeTypes.filter((type) => type !== 'code').join('|')})\\1`)
  const generic = /^packages\/studio\/src\/screens\/workflows\/(?!nodes\/|list\/templates)/
  const faults = sources.filter(({ path, text }) => generic.test(path) && literal.test(text)).map(({ path }) => path)
  assert.deepEqual(faults, [], 'put the difference into screens/workflows/nodes/<type>.ts')
})

/** Shared by all screens: the table and form of any kind, and the form beside a grid or a map. They import no screen. */
const sharedByScreens = ['kinds', 'panel', 'problems']

test('dialogs of the studio come from ui/dialog.tsx, which orders them', () => {
  const direct = /import \{[^}]*\b(Modal|Drawer)\b[^}]*\} from '@mantine\/core'/
  const faults = sources.filter(({ path, text }) => !path.endsWith('ui/dialog.tsx') && direct.test(text))
  assert.deepEqual(
    faults.map(({ path }) => path),
    [],
  )
})

test('screens of the studio do not import each other', () => {
  const screenOf = (path: string) => /^packages\/studio\/src\/screens\/([^/]+)\//.exec(path)?.[1]
  const faults = sources
    .filter(({ path }) => screenOf(path) !== undefined)
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => screenOf(target) !== undefined && screenOf(target) !== screenOf(path))
        .filter(({ target }) => !sharedByScreens.includes(screenOf(target) ?? ''))
        .map(({ target }) => `${path} imports ${target}, which would load both`),
    )
  assert.deepEqual(faults, [])
})

test('tests wait for events with `until`, and let time pass only with `elapse`', async () => {
  const timers = /\bsetTimeout(\(| as )/
  // A program and a module that run in another process, and the time limit of a socket.
  const allowed = ['additions.test.ts', 'support/hostile-programs.ts', 'support/raw-http.ts', 'support/until.ts']
  const files = await Array.fromAsync(glob('packages/*/test/**/*.ts', { cwd: root }))
  const found: string[] = []
  for (const file of files) if (timers.test(await readFile(join(root, file), 'utf8'))) found.push(file)
  assert.deepEqual(
    found.sort(),
    allowed.map((file) => `packages/server/test/${file}`),
  )
})

test('every folder of tests is executed', async () => {
  const tests = join(root, 'packages/server/test')
  const inGroups = await Promise.all(
    (await Array.fromAsync(glob('groups/*.ts', { cwd: tests }))).map((path) => readFile(join(tests, path), 'utf8')),
  )
  const folders = new Set((await Array.fromAsync(glob('*/*.test.ts', { cwd: tests }))).map(dirname))
  const forgotten = [...folders].filter((folder) => !inGroups.some((text) => new RegExp(`['/]${folder}'`).test(text)))
  assert.deepEqual(forgotten.sort(), ['browser', 'process'], 'package.json names these two, groups/ the others')
})

test('every folder of the server has a README of at most 20 lines', async () => {
  const folders = new Set(
    sources.map(({ path }) => path.split('/').slice(0, 4).join('/')).filter((path) => !path.endsWith('.ts')),
  )
  for (const folder of folders) {
    if (!folder.startsWith('packages/server/')) continue
    const text = await readFile(join(root, folder, 'README.md'), 'utf8').catch(() => '')
    assert(text !== '', `${folder} has no README.md`)
    assert(text.trimEnd().split('\n').length <= 20, `${folder}/README.md is longer than 20 lines`)
  }
})

async function readSource(path: string): Promise<Source> {
  const text = await readFile(join(root, path), 'utf8')
  return { path, room: roomOf(path), text, imports: importsIn(text, path) }
}

/** The folders of the app that are programs of their own. */
const appEntries = ['visitor', 'worker', 'server', 'preview', 'kiosk', 'embed']

function roomOf(path: string): string {
  const [, packageName = '', , first = '', second] = path.split('/')
  if (packageName === 'studio') return second ? `studio/${first}` : 'studio/app'
  if (packageName === 'app') return second && appEntries.includes(first) ? 'app/entries' : 'app'
  if (packageName !== 'server') return packageName
  if (first === 'demo' && second === 'festival') return second
  return first.endsWith('.ts') ? (roomsOfTopFiles[first] ?? 'top') : first
}

/** All forms of imports: `import`, `export ... from`, and `import()`, also for types. */
function importsIn(text: string, path: string): Import[] {
  const statements = [
    /^import\s+(?<type>type\s)?[\w\s{},*]+?\sfrom\s+'(?<target>[^']+)'/gm,
    /^import\s+'(?<target>[^']+)'/gm,
    /^export\s+(?<type>type\s)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+'(?<target>[^']+)'/gm,
    /\bimport\('(?<target>[^']+)'\)/g,
  ]
  return statements.flatMap((statement) =>
    [...text.matchAll(statement)].map(({ groups = {} }) => ({
      target: resolved(groups.target ?? '', path),
      isTypeOnly: groups.type !== undefined,
    })),
  )
}

/** Some tables of the content plane, which the control plane must not name. */
const contentTables = [
  'broadcasts',
  'records',
  'changes',
  'memberships',
  'webhooks',
  'workflow_runs',
  'jobs',
  'broadcast_audit',
]

/** The parts that a package of ours offers by name. */
function exportsOf(name: string): Record<string, string> {
  const manifest = readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')
  return JSON.parse(manifest).exports
}

function resolved(target: string, from: string): string {
  const [, own, part] = /^@marquee\/(\w+)(?:\/(.+))?$/.exec(target) ?? []
  if (own && part) return join('packages', own, exportsOf(own)[`./${part}`] ?? `nothing named ${part}`)
  if (own) return `packages/${own}/src/index.ts`
  return target.startsWith('.') ? join(dirname(from), target) : target
}

const isBuiltin = (target: string) => target.startsWith('node:') || builtinModules.includes(target)
const isUnder = (path: string, place: string) => path === `packages/${place}` || path.startsWith(`packages/${place}/`)

/** `@scope/name/part` -> `@scope/name` */
function packageOf(target: string): string {
  const parts = target.split('/')
  return parts.slice(0, target.startsWith('@') ? 2 : 1).join('/')
}

/** Each cycle once, as `a -> b -> a`. */
function findCycles(importsOf: Map<string, string[]>): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const walk = (path: string, trail: string[]) => {
    const at = trail.indexOf(path)
    if (at >= 0) cycles.push([...trail.slice(at), path].join(' -> '))
    if (at >= 0 || done.has(path)) return
    for (const next of importsOf.get(path) ?? []) walk(next, [...trail, path])
    done.add(path)
  }
  for (const path of importsOf.keys()) walk(path, [])
  return cycles
}
