import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { StartupError } from '../src/base/errors.ts'
import { type Config, readConfig } from '../src/config.ts'
import { options, unknownOptions } from '../src/options.ts'

const secretKey = randomBytes(32)
const olderKey = randomBytes(32)
const withDatabase = { DATABASE_URL: 'postgres://db.example/marquee', MARQUEE_SECRET_KEY: secretKey.toString('base64') }

interface Case {
  read(config: Config): unknown
  byDefault: unknown
  /** Valid texts and their parsed values. */
  understood: [text: string, value: unknown][]
  /** Invalid texts. */
  mistaken?: string[]
}

const days = (read: Case['read'], byDefault: number): Case => ({
  read,
  byDefault,
  understood: [['7', 7]],
  mistaken: ['0', '40000', 'week'],
})
const quota = (read: Case['read'], byDefault: number): Case => ({
  read,
  byDefault,
  understood: [['12', 12]],
  mistaken: ['0', '-1', '1.5', '9999999999', 'many'],
})
const port = {
  understood: [
    ['0', 0],
    ['65535', 65_535],
    [' 8080 ', 8080],
  ],
  mistaken: ['65536', '-1', '0x50', '80.5'],
} satisfies Partial<Case>

const limit = {
  understood: [
    ['off', undefined],
    ['10/1', { limit: 10, windowSeconds: 1 }],
  ],
  mistaken: ['600', '0/60', '10/0', 'none'],
} satisfies Partial<Case>

const cases: Record<string, Case> = {
  PORT: { ...port, read: ({ port }) => port, byDefault: 3000 },
  HOST: {
    read: ({ host }) => host,
    byDefault: '127.0.0.1',
    understood: [
      ['0.0.0.0', '0.0.0.0'],
      ['::1', '::1'],
    ],
  },
  MARQUEE_BASE_URL: {
    read: ({ baseUrl }) => baseUrl,
    byDefault: 'http://127.0.0.1:3000',
    understood: [
      ['https://cms.example/', 'https://cms.example'],
      ['http://cms.example:81', 'http://cms.example:81'],
    ],
    mistaken: ['cms.example', 'ftp://cms.example', 'https://cms.example/studio', 'https://cms.example/?x=1'],
  },
  DATABASE_URL: {
    read: ({ databaseUrl }) => databaseUrl,
    byDefault: undefined,
    understood: [['postgresql://db.example/marquee', 'postgresql://db.example/marquee']],
    mistaken: ['mysql://db.example/marquee', 'db.example'],
  },
  MARQUEE_CONTROL_URL: {
    read: ({ controlUrl }) => controlUrl,
    byDefault: undefined,
    understood: [['postgresql://control.example/marquee', 'postgresql://control.example/marquee']],
    mistaken: ['mysql://control.example/marquee', 'control.example'],
  },
  MARQUEE_LISTEN_URL: {
    read: ({ listenUrl }) => listenUrl,
    byDefault: undefined,
    understood: [['postgres://db.example/marquee', 'postgres://db.example/marquee']],
    mistaken: ['mysql://db.example/marquee', 'db.example'],
  },
  MARQUEE_REPLICA_URL: {
    read: ({ replicaUrl }) => replicaUrl,
    byDefault: undefined,
    understood: [['postgres://replica.example/marquee', 'postgres://replica.example/marquee']],
    mistaken: ['mysql://db.example/marquee', 'db.example'],
  },
  MARQUEE_PREPARED_STATEMENTS: {
    read: ({ hasPreparedStatements }) => hasPreparedStatements,
    byDefault: true,
    understood: [['off', false]],
    mistaken: ['some'],
  },
  MARQUEE_DATA_DIR: {
    read: ({ dataDir }) => dataDir,
    byDefault: './data',
    understood: [['/srv/marquee', '/srv/marquee']],
  },
  MARQUEE_SECRET_KEY: {
    read: ({ secretKeys }) => secretKeys,
    byDefault: undefined,
    understood: [
      [secretKey.toString('base64'), [secretKey]],
      [`${secretKey.toString('base64')}, ${olderKey.toString('base64')}`, [secretKey, olderKey]],
    ],
    mistaken: ['secret', `${secretKey.toString('base64')},`, randomBytes(31).toString('base64')],
  },
  MARQUEE_PROCESSES: {
    read: ({ processes }) => processes,
    byDefault: 1,
    understood: [
      ['4', 4],
      ['auto', Math.min(availableParallelism(), 20)],
    ],
    mistaken: ['0', '21', 'all', '-1', '1.5'],
  },
  MARQUEE_DB_POOL: {
    read: ({ poolSize }) => poolSize,
    byDefault: 20,
    understood: [['2', 2]],
    mistaken: ['1', '501', 'all'],
  },
  MARQUEE_RATE_LIMIT: {
    ...limit,
    read: ({ rateLimit }) => rateLimit,
    byDefault: { limit: 600, windowSeconds: 60 },
  },
  MARQUEE_PUBLIC_READ_LIMIT: {
    ...limit,
    read: ({ publicReadLimit }) => publicReadLimit,
    byDefault: { limit: 6_000, windowSeconds: 60 },
  },
  MARQUEE_PUBLIC_WRITE_LIMIT: {
    ...limit,
    read: ({ publicWriteLimit }) => publicWriteLimit,
    byDefault: { limit: 600, windowSeconds: 60 },
  },
  MARQUEE_CACHE_MB: {
    read: ({ cacheBytes }) => cacheBytes,
    byDefault: 32 * 1_048_576,
    understood: [
      ['0', 0],
      ['1', 1_048_576],
    ],
    mistaken: ['-1', '64MB', 'lots'],
  },
  MARQUEE_CORS_ORIGINS: {
    read: ({ corsOrigins }) => corsOrigins,
    byDefault: [],
    understood: [
      ['*', ['*']],
      ['https://a.example, http://b.example:81', ['https://a.example', 'http://b.example:81']],
    ],
    mistaken: ['a.example', 'https://a.example/path', 'https://a.example,,'],
  },
  MARQUEE_TRUSTED_PROXIES: {
    read: ({ trustedProxies }) => trustedProxies,
    byDefault: [],
    understood: [['10.0.0.1, 192.168.0.0/16', ['10.0.0.1', '192.168.0.0/16']]],
  },
  MARQUEE_OUTBOUND_ALLOW: {
    read: ({ outboundAllow }) => outboundAllow,
    byDefault: [],
    understood: [['10.0.0.0/8, 127.0.0.1', ['10.0.0.0/8', '127.0.0.1']]],
    mistaken: ['everything', '10.0.0.0/33'],
  },
  MARQUEE_OUTBOUND_ALLOW_HTTP: {
    read: ({ isOutboundHttpAllowed }) => isOutboundHttpAllowed,
    byDefault: false,
    understood: [
      ['true', true],
      ['false', false],
    ],
    mistaken: ['yes'],
  },
  MARQUEE_SIGN_UP: {
    read: ({ isSignUpOpen }) => isSignUpOpen,
    byDefault: true,
    understood: [
      ['off', false],
      ['on', true],
    ],
    mistaken: ['closed'],
  },
  MARQUEE_DEFAULT_PLAN: {
    read: ({ defaultPlan }) => defaultPlan,
    byDefault: 'pro',
    understood: [['free', 'free']],
    mistaken: ['gold'],
  },
  MARQUEE_DEMO: {
    read: ({ hasDemo }) => hasDemo,
    byDefault: true,
    understood: [['false', false]],
    mistaken: ['maybe'],
  },
  MARQUEE_LOG_LEVEL: {
    read: ({ logLevel }) => logLevel,
    byDefault: 'info',
    understood: [['debug', 'debug']],
    mistaken: ['loud', 'INFO'],
  },
  MARQUEE_METRICS_PORT: {
    ...port,
    read: ({ metrics }) => metrics?.port,
    byDefault: undefined,
  },
  MARQUEE_METRICS_HOST: { read: ({ metrics }) => metrics?.host, byDefault: undefined, understood: [] },
  MARQUEE_SLOW_STATEMENT_MS: {
    read: ({ slowStatementMs }) => slowStatementMs,
    byDefault: 500,
    understood: [['50', 50]],
    mistaken: ['0', '-1', '1.5', 'slow'],
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    read: ({ traces }) => traces?.url,
    byDefault: undefined,
    understood: [
      ['http://127.0.0.1:4318', 'http://127.0.0.1:4318/v1/traces'],
      ['https://traces.example/otlp/', 'https://traces.example/otlp/v1/traces'],
    ],
    mistaken: ['127.0.0.1:4318', 'grpc://traces.example'],
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    read: ({ traces }) => traces?.headers,
    byDefault: undefined,
    understood: [
      ['api-key=a%20b', { 'api-key': 'a b' }],
      ['a=1, b = c=d', { a: '1', b: 'c=d' }],
    ],
    mistaken: ['token', 'a=1,=2', 'a=%zz'],
  },
  OTEL_SERVICE_NAME: {
    read: ({ traces }) => traces?.serviceName,
    byDefault: undefined,
    understood: [['festival', 'festival']],
  },
  OTEL_TRACES_SAMPLER: {
    read: ({ traces }) => traces?.sampler,
    byDefault: undefined,
    understood: [['traceidratio', 'traceidratio']],
    mistaken: ['sometimes'],
  },
  OTEL_TRACES_SAMPLER_ARG: {
    read: ({ traces }) => traces?.ratio,
    byDefault: undefined,
    understood: [
      ['0', 0],
      ['0.25', 0.25],
      ['1', 1],
    ],
    mistaken: ['1.5', '-1', '50%'],
  },
  MARQUEE_SMTP_URL: {
    read: ({ smtpUrl }) => smtpUrl,
    byDefault: undefined,
    understood: [['smtps://user:word@mail.example:465', 'smtps://user:word@mail.example:465']],
    mistaken: ['mail.example', 'https://mail.example'],
  },
  MARQUEE_MAIL_FROM: {
    read: ({ mailFrom }) => mailFrom,
    byDefault: 'Marquee <marquee@localhost>',
    understood: [['crew@festival.example', 'crew@festival.example']],
  },
  MARQUEE_PUSH_CONTACT: {
    read: ({ pushContact }) => pushContact,
    byDefault: 'mailto:marquee@localhost',
    understood: [
      ['mailto:ops@festival.example', 'mailto:ops@festival.example'],
      ['https://festival.example/contact', 'https://festival.example/contact'],
    ],
    mistaken: ['ops@festival.example', 'http://festival.example', 'tel:1'],
  },
  MARQUEE_CHANGES_KEPT_DAYS: days(({ changesKeptDays }) => changesKeptDays, 90),
  MARQUEE_TRASH_DAYS: {
    ...days(({ trashDays }) => trashDays, 30),
    understood: [
      ['0', 0],
      ['7', 7],
    ],
    mistaken: ['-1', '4000', 'week'],
  },
  MARQUEE_AUDIT_KEPT_DAYS: days(({ auditKeptDays }) => auditKeptDays, 400),
  MARQUEE_DELIVERIES_KEPT_DAYS: days(({ deliveriesKeptDays }) => deliveriesKeptDays, 30),
  MARQUEE_RUNS_KEPT_DAYS: days(({ runsKeptDays }) => runsKeptDays, 30),
  MARQUEE_RUNS_KEPT: quota(({ runsKept }) => runsKept, 1_000),
  MARQUEE_RUNS_AT_ONCE: quota(({ runs }) => runs.runsAtOnce, 20),
  MARQUEE_ANALYTICS_KEPT_DAYS: days(({ analyticsKeptDays }) => analyticsKeptDays, 400),
  MARQUEE_SANDBOXES: quota(({ runs }) => runs.sandboxes, 3),
  MARQUEE_QUOTA_RECORDS: quota(({ quotas }) => quotas.recordsPerKind, 100_000),
  MARQUEE_QUOTA_WORKFLOWS: quota(({ quotas }) => quotas.byKind.workflow, 100),
  MARQUEE_QUOTA_WEBHOOKS: quota(({ quotas }) => quotas.webhooks, 100),
  MARQUEE_QUOTA_KEYS: quota(({ quotas }) => quotas.keys, 50),
  MARQUEE_QUOTA_STREAMS: quota(({ quotas }) => quotas.streams, 20),
  MARQUEE_QUOTA_MAILS: quota(({ quotas }) => quotas.mails, 1_000),
  MARQUEE_QUOTA_MEDIA_MB: quota(({ quotas }) => quotas.mediaBytes / 1_048_576, 5_120),
  MARQUEE_TERMS_URL: {
    read: ({ termsUrl }) => termsUrl,
    byDefault: '',
    understood: [['https://festival.example/terms?a="b"', 'https://festival.example/terms?a=%22b%22']],
    mistaken: ['festival.example/terms', 'javascript:alert(1)'],
  },
  MARQUEE_MAP_TILES: {
    read: ({ mapTiles }) => mapTiles?.url,
    byDefault: undefined,
    understood: [
      ['https://tiles.example/{z}/{x}/{y}.png', 'https://tiles.example/{z}/{x}/{y}.png'],
      ['/tiles/{z}/{x}/{y}.png', '/tiles/{z}/{x}/{y}.png'],
    ],
    mistaken: ['http://tiles.example/{z}/{x}/{y}.png', '//tiles.example/{z}/{x}/{y}', 'https://tiles.example/', 'osm'],
  },
  MARQUEE_MAP_ATTRIBUTION: {
    read: ({ mapTiles }) => mapTiles?.attribution,
    byDefault: undefined,
    understood: [['© Everyone', '© Everyone']],
  },
  MARQUEE_GEOCODER_URL: {
    read: ({ geocoder }) => geocoder?.url,
    byDefault: undefined,
    understood: [
      ['https://geo.example/search?q={query}', 'https://geo.example/search?q={query}'],
      ['http://127.0.0.1:2322/api?q={query}', 'http://127.0.0.1:2322/api?q={query}'],
    ],
    mistaken: ['https://geo.example/search?q=', '/search?q={query}', 'ftp://geo.example/{query}', 'nominatim'],
  },
  MARQUEE_GEOCODER_ATTRIBUTION: {
    read: ({ geocoder }) => geocoder?.attribution,
    byDefault: undefined,
    understood: [['© Everyone', '© Everyone']],
  },
  MARQUEE_MEDIA_KEPT_DAYS: days(({ mediaKeptDays }) => mediaKeptDays, 30),
  MARQUEE_MEDIA_BUCKET: {
    read: ({ mediaBucket }) => mediaBucket?.name,
    byDefault: undefined,
    understood: [['festival-media', 'festival-media']],
    mistaken: ['Festival', 'a/b', 'x'],
  },
  MARQUEE_MEDIA_ENDPOINT: {
    read: ({ mediaBucket }) => mediaBucket?.endpoint,
    byDefault: undefined,
    understood: [['https://s3.example:9000/', 'https://s3.example:9000']],
    mistaken: ['s3.example', 'https://s3.example/media'],
  },
  MARQUEE_MEDIA_REGION: {
    read: ({ mediaBucket }) => mediaBucket?.region,
    byDefault: undefined,
    understood: [['eu-west-1', 'eu-west-1']],
  },
  MARQUEE_MEDIA_ACCESS_KEY: {
    read: ({ mediaBucket }) => mediaBucket?.credentials?.accessKeyId,
    byDefault: undefined,
    understood: [['id', 'id']],
  },
  MARQUEE_MEDIA_SECRET_KEY: {
    read: ({ mediaBucket }) => mediaBucket?.credentials?.secretAccessKey,
    byDefault: undefined,
    understood: [['word', 'word']],
  },
}

/** Options that must be set together: DATABASE_URL and the secret key, those of a bucket, of tiles, of a geocoder and of traces. */
const beside = (name: string): Record<string, string> => {
  if (/^MARQUEE_(CONTROL|LISTEN|REPLICA)_URL$/.test(name)) return withDatabase
  if (name === 'DATABASE_URL') return { MARQUEE_SECRET_KEY: withDatabase.MARQUEE_SECRET_KEY }
  if (name === 'MARQUEE_MAP_ATTRIBUTION') return { MARQUEE_MAP_TILES: '/tiles/{z}/{x}/{y}' }
  if (name === 'MARQUEE_GEOCODER_ATTRIBUTION') return { MARQUEE_GEOCODER_URL: 'https://geo.example/?q={query}' }
  if (name.startsWith('OTEL_')) return { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  const bucket = { MARQUEE_MEDIA_BUCKET: 'media', MARQUEE_MEDIA_ACCESS_KEY: 'id', MARQUEE_MEDIA_SECRET_KEY: 'word' }
  return name.startsWith('MARQUEE_MEDIA_') ? bucket : {}
}

test('several processes share the connections of the embedded database, and an own one has as many as asked for', () => {
  assert.equal(readConfig({ MARQUEE_PROCESSES: '20' }).poolSize, 4)
  const own = { DATABASE_URL: 'postgres://db.example/marquee', MARQUEE_SECRET_KEY: secretKey.toString('base64') }
  const { poolSize, processes, isAlone } = readConfig({ ...own, MARQUEE_PROCESSES: '64' })
  assert.deepEqual({ poolSize, processes, isAlone }, { poolSize: 20, processes: 64, isAlone: false })
  assert(readConfig({}).isAlone)
  assert(!readConfig({ MARQUEE_PROCESSES: '2' }).isAlone)
})

test('every option has its default, also when its value is blank', () => {
  assert.deepEqual(Object.keys(cases).sort(), options.map(({ name }) => name).sort(), 'every option has a case here')
  const blank = Object.fromEntries(options.map(({ name }) => [name, ' ']))
  for (const env of [{}, blank]) {
    const config = readConfig(env)
    for (const [name, { read, byDefault }] of Object.entries(cases)) assert.deepEqual(read(config), byDefault, name)
  }
})

test('every option is parsed', () => {
  for (const [name, { read, understood }] of Object.entries(cases)) {
    for (const [text, value] of understood)
      assert.deepEqual(read(readConfig({ ...beside(name), [name]: text })), value, `${name}=${text}`)
  }
})

test('defaults are derived from other options', () => {
  assert.equal(readConfig({ HOST: '0.0.0.0', PORT: '80' }).baseUrl, 'http://127.0.0.1:80')
  assert.equal(readConfig({ HOST: '::', PORT: '80' }).baseUrl, 'http://127.0.0.1:80')
  assert.equal(readConfig({ HOST: '::1', PORT: '80' }).baseUrl, 'http://[::1]:80')
  assert.equal(readConfig({ MARQUEE_BASE_URL: 'https://a.example' }).pushContact, 'https://a.example')
  assert.equal(readConfig({ MARQUEE_MAIL_FROM: 'Crew <crew@a.example>' }).pushContact, 'mailto:crew@a.example')
  assert.equal(readConfig(withDatabase).hasDemo, false)
  assert.equal(readConfig({ ...withDatabase, MARQUEE_DEMO: 'true' }).hasDemo, true)
  assert.deepEqual(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }).traces, {
    url: 'http://127.0.0.1:4318/v1/traces',
    headers: {},
    serviceName: 'marquee',
    sampler: 'parentbased_always_on',
    ratio: 1,
  })
  const metrics = { MARQUEE_METRICS_PORT: '9090' }
  assert.deepEqual(readConfig(metrics).metrics, { host: '127.0.0.1', port: 9090 })
  assert.deepEqual(readConfig({ ...metrics, MARQUEE_METRICS_HOST: '0.0.0.0' }).metrics, { host: '0.0.0.0', port: 9090 })
})

test('incomplete credentials of a bucket are an error', () => {
  for (const half of ['MARQUEE_MEDIA_ACCESS_KEY', 'MARQUEE_MEDIA_SECRET_KEY'])
    assert.match(complaintAbout({ MARQUEE_MEDIA_BUCKET: 'media', [half]: 'x' }), /must be set together\.$/)
})

test('every error names its option', () => {
  for (const [name, { mistaken = [] }] of Object.entries(cases)) {
    for (const text of mistaken) {
      const message = complaintAbout({ ...beside(name), [name]: text })
      assert.match(message, new RegExp(`^The configuration is wrong: ${name} must [^;]+\\.$`), `${name}=${text}`)
      const isSecret = /SECRET|SMTP|DATABASE|CONTROL|LISTEN|REPLICA|HEADERS/.test(name)
      assert.equal(message.includes(`"${text}"`), !isSecret, `${name}=${text}`)
      if (isSecret) assert(!message.includes(text), `${name} is not shown`)
    }
  }
})

test('all errors are reported at once', () => {
  const wrong = Object.entries(cases).flatMap(([name, { mistaken }]) => (mistaken?.[0] ? [[name, mistaken[0]]] : []))
  const message = complaintAbout(Object.fromEntries(wrong))
  assert.equal(message.split('; ').length, wrong.length)
  for (const [name] of wrong) assert(message.includes(`${name} must `), name)
})

test('a pooler, a replica and a second database are beside a database of your own', () => {
  for (const name of ['MARQUEE_CONTROL_URL', 'MARQUEE_LISTEN_URL', 'MARQUEE_REPLICA_URL'])
    assert.equal(
      complaintAbout({ [name]: 'postgres://db.example/marquee' }),
      `The configuration is wrong: ${name} needs DATABASE_URL.`,
    )
})

test('DATABASE_URL requires MARQUEE_SECRET_KEY', () => {
  assert.equal(
    complaintAbout({ DATABASE_URL: withDatabase.DATABASE_URL }),
    'The configuration is wrong: MARQUEE_SECRET_KEY is required with DATABASE_URL (make one with: openssl rand -base64 32).',
  )
})

test('unknown MARQUEE_ variables are detected', () => {
  const all = Object.fromEntries(options.map(({ name }) => [name, '']))
  assert.deepEqual(unknownOptions({ ...all, PATH: '/bin', MARQUE_PORT: '1' }), [])
  assert.deepEqual(unknownOptions({ ...all, MARQUEE_PORT: '1', MARQUEE_DATADIR: 'x' }), [
    'MARQUEE_PORT',
    'MARQUEE_DATADIR',
  ])
})

test('the documentation has exactly one row for every option, with its default', async () => {
  const text = await readFile(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  const rows = text
    .split('\n')
    .map((line) => /^\| `([A-Z_]+)` \| (?:`(.*?)`)? *\| .+ \|$/.exec(line))
    .flatMap((row) => (row ? [`${row[1]} ${row[2] ?? ''}`] : []))
  assert.deepEqual(rows.sort(), options.map((option) => `${option.name} ${option.default}`).sort())
})

function complaintAbout(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    assert(error instanceof StartupError)
    return error.message
  }
  assert.fail(`${JSON.stringify(env)} is not an error`)
}
