import { StartupError } from './base/errors.ts'
import {
  bucketName,
  contact,
  contactOf,
  geocoderUrl,
  headerList,
  keyRing,
  origin,
  origins,
  postgresUrl,
  processCount,
  type RateLimit,
  ranges,
  rateLimit,
  ratio,
  smtpUrl,
  tileUrl,
  urlHost,
  webUrl,
  wholeNumber,
  yesNo,
} from './base/option-values.ts'
import { logLevels, options, samplerNames } from './options.ts'

export interface Config {
  port: number
  host: string
  baseUrl: string
  databaseUrl: string | undefined
  /** The database of the control plane, where it is another. */
  controlUrl: string | undefined
  /** The database without the pooler of `databaseUrl`. */
  listenUrl: string | undefined
  replicaUrl: string | undefined
  hasPreparedStatements: boolean
  dataDir: string
  secretKeys: Buffer[] | undefined
  poolSize: number
  /** The processes that serve on the same port. */
  processes: number
  /** Whether no other process works on the same database. */
  isAlone: boolean
  rateLimit: RateLimit | undefined
  publicReadLimit: RateLimit | undefined
  publicWriteLimit: RateLimit | undefined
  cacheBytes: number
  corsOrigins: string[]
  trustedProxies: string[]
  /** Started by npm, which may end without forwarding a signal: then the service stops, too. */
  endsWithParent: boolean
  outboundAllow: string[]
  isOutboundHttpAllowed: boolean
  isSignUpOpen: boolean
  defaultPlan: 'free' | 'pro'
  hasDemo: boolean
  logLevel: LogLevel
  metrics: { host: string; port: number } | undefined
  /** Where traces are sent; undefined without traces. */
  traces: Traces | undefined
  /** Statements that take longer are logged and counted. */
  slowStatementMs: number
  smtpUrl: string | undefined
  mailFrom: string
  /** The contact for operators of push services. */
  pushContact: string
  /** Empty without terms. */
  termsUrl: string
  /** The pictures of geographic maps, on visitors' websites and in the studio. */
  mapTiles: { url: string; attribution: string } | undefined
  /** The service that finds addresses for editors. */
  geocoder: { url: string; attribution: string } | undefined
  changesKeptDays: number
  /** How many days deleted records can be restored; 0: never. */
  trashDays: number
  auditKeptDays: number
  deliveriesKeptDays: number
  runsKeptDays: number
  runsKept: number
  analyticsKeptDays: number
  runs: { runsAtOnce: number; sandboxes: number }
  /** The bucket for files, when they are not in the data folder. */
  mediaBucket: MediaBucket | undefined
  mediaKeptDays: number
  quotas: {
    recordsPerKind: number
    byKind: Record<string, number>
    webhooks: number
    keys: number
    streams: number
    mediaBytes: number
    mails: number
  }
}

interface MediaBucket {
  name: string
  region: string
  endpoint: string | undefined
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
}

export interface Traces {
  url: string
  headers: Record<string, string>
  serviceName: string
  sampler: SamplerName
  /** The share of traces that a sampler by ratio takes. */
  ratio: number
}

export type SamplerName = (typeof samplerNames)[number]
export type LogLevel = (typeof logLevels)[number]

/** Reads the configuration, and reports all mistakes at once. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const mistakes: string[] = []
  const text = (name: string) =>
    (env[name] ?? '').trim() || (options.find((option) => option.name === name)?.default ?? '')
  const read = <T>(name: string, parse: (text: string) => T | undefined, expected: string, fallback: T): T => {
    const value = parse(text(name))
    if (value === undefined)
      mistakes.push(`${name} must be ${expected}, and is "${isSecret(name) ? '(hidden)' : text(name)}"`)
    return value ?? fallback
  }
  /** The value of an option that may be unset. */
  const given = <T>(name: string, parse: (text: string) => T | undefined, expected: string, unset: T): T =>
    text(name) === '' ? unset : read(name, parse, expected, unset)
  const whole = (name: string, min: number, max: number) =>
    read(name, (value) => wholeNumber(value, min, max), `a whole number from ${min} to ${max}`, min)

  const limitOf = (name: string) =>
    read(name, rateLimit, 'requests/seconds such as 600/60, or off', { limit: undefined }).limit

  const { databaseUrl, ...databases } = readDatabases(text, read, mistakes)
  const secretKeys = env.MARQUEE_SECRET_KEY?.trim()
    ? read('MARQUEE_SECRET_KEY', keyRing, '32 bytes in base64, or several separated by commas', [])
    : undefined
  if (databaseUrl !== undefined && secretKeys === undefined) {
    mistakes.push('MARQUEE_SECRET_KEY is required with DATABASE_URL (make one with: openssl rand -base64 32)')
  }
  // The embedded database has 300 connections for all of them.
  const maxProcesses = databaseUrl === undefined ? 20 : 64
  const processes = read(
    'MARQUEE_PROCESSES',
    (value) => processCount(value, maxProcesses),
    `a whole number from 1 to ${maxProcesses}, or auto`,
    1,
  )
  const poolSize = whole('MARQUEE_DB_POOL', 2, 500)
  const port = whole('PORT', 0, 65_535)
  const host = text('HOST')
  const baseUrl = (env.MARQUEE_BASE_URL ?? '').trim()
    ? read('MARQUEE_BASE_URL', origin, 'an http or https address without a path', '')
    : `http://${urlHost(host)}:${port}`
  const config: Config = {
    port,
    host,
    baseUrl,
    databaseUrl,
    ...databases,
    dataDir: text('MARQUEE_DATA_DIR'),
    secretKeys,
    poolSize: databaseUrl === undefined ? Math.min(poolSize, Math.floor(290 / processes) - besidesPool) : poolSize,
    processes,
    isAlone: databaseUrl === undefined && processes === 1,
    rateLimit: limitOf('MARQUEE_RATE_LIMIT'),
    publicReadLimit: limitOf('MARQUEE_PUBLIC_READ_LIMIT'),
    publicWriteLimit: limitOf('MARQUEE_PUBLIC_WRITE_LIMIT'),
    cacheBytes: whole('MARQUEE_CACHE_MB', 0, 100_000) * 1_048_576,
    corsOrigins: read(
      'MARQUEE_CORS_ORIGINS',
      origins,
      'a comma-separated list of origins such as https://app.example',
      [],
    ),
    trustedProxies: read(
      'MARQUEE_TRUSTED_PROXIES',
      ranges,
      'a comma-separated list of addresses or ranges such as 10.0.0.0/8',
      [],
    ),
    endsWithParent: env.npm_lifecycle_event !== undefined,
    outboundAllow: read(
      'MARQUEE_OUTBOUND_ALLOW',
      ranges,
      'a comma-separated list of addresses or ranges such as 10.0.0.0/8',
      [],
    ),
    isOutboundHttpAllowed: read('MARQUEE_OUTBOUND_ALLOW_HTTP', yesNo, 'true or false', false),
    isSignUpOpen: read('MARQUEE_SIGN_UP', yesNo, 'on or off', true),
    defaultPlan: read(
      'MARQUEE_DEFAULT_PLAN',
      (value) => (value === 'free' || value === 'pro' ? value : undefined),
      'free or pro',
      'pro',
    ),
    hasDemo: env.MARQUEE_DEMO?.trim() ? read('MARQUEE_DEMO', yesNo, 'true or false', false) : databaseUrl === undefined,
    logLevel: read(
      'MARQUEE_LOG_LEVEL',
      (value) => logLevels.find((level) => level === value),
      `one of ${logLevels.join(', ')}`,
      'info',
    ),
    metrics:
      text('MARQUEE_METRICS_PORT') === ''
        ? undefined
        : { host: text('MARQUEE_METRICS_HOST'), port: whole('MARQUEE_METRICS_PORT', 0, 65_535) },
    traces: readTraces(text, read),
    slowStatementMs: whole('MARQUEE_SLOW_STATEMENT_MS', 1, 3_600_000),
    smtpUrl: given('MARQUEE_SMTP_URL', smtpUrl, 'an smtp:// or smtps:// address', undefined),
    mailFrom: text('MARQUEE_MAIL_FROM'),
    pushContact: given(
      'MARQUEE_PUSH_CONTACT',
      contact,
      'a mailto: or https: address',
      contactOf(baseUrl, text('MARQUEE_MAIL_FROM')),
    ),
    termsUrl: given('MARQUEE_TERMS_URL', webUrl, 'an http or https address', ''),
    ...readMaps(text, read),
    changesKeptDays: whole('MARQUEE_CHANGES_KEPT_DAYS', 1, 36_500),
    trashDays: whole('MARQUEE_TRASH_DAYS', 0, 3_650),
    deliveriesKeptDays: whole('MARQUEE_DELIVERIES_KEPT_DAYS', 1, 36_500),
    auditKeptDays: whole('MARQUEE_AUDIT_KEPT_DAYS', 1, 36_500),
    runsKeptDays: whole('MARQUEE_RUNS_KEPT_DAYS', 1, 36_500),
    runsKept: whole('MARQUEE_RUNS_KEPT', 1, 1_000_000),
    analyticsKeptDays: whole('MARQUEE_ANALYTICS_KEPT_DAYS', 1, 36_500),
    runs: { runsAtOnce: whole('MARQUEE_RUNS_AT_ONCE', 1, 1_000), sandboxes: whole('MARQUEE_SANDBOXES', 1, 64) },
    mediaBucket: text('MARQUEE_MEDIA_BUCKET') === '' ? undefined : readBucket(text, read, mistakes),
    mediaKeptDays: whole('MARQUEE_MEDIA_KEPT_DAYS', 1, 36_500),
    quotas: readQuotas(whole),
  }
  if (mistakes.length > 0) throw new StartupError(`The configuration is wrong: ${mistakes.join('; ')}.`)
  return config
}

const readQuotas = (whole: (name: string, min: number, max: number) => number): Config['quotas'] => ({
  recordsPerKind: whole('MARQUEE_QUOTA_RECORDS', 1, 1_000_000_000),
  byKind: { workflow: whole('MARQUEE_QUOTA_WORKFLOWS', 1, 1_000_000) },
  webhooks: whole('MARQUEE_QUOTA_WEBHOOKS', 1, 1_000_000),
  keys: whole('MARQUEE_QUOTA_KEYS', 1, 1_000_000),
  streams: whole('MARQUEE_QUOTA_STREAMS', 1, 100_000),
  mails: whole('MARQUEE_QUOTA_MAILS', 1, 1_000_000_000),
  mediaBytes: whole('MARQUEE_QUOTA_MEDIA_MB', 1, 1_000_000_000) * 1_048_576,
})

type Text = (name: string) => string
type Read = <T>(name: string, parse: (text: string) => T | undefined, expected: string, fallback: T) => T

function readDatabases(text: Text, read: Read, mistakes: string[]) {
  const urlOf = (name: string) => {
    const url = text(name) || undefined
    if (url !== undefined && postgresUrl(url) === undefined)
      mistakes.push(`${name} must start with postgres:// or postgresql://`)
    return url
  }
  const databaseUrl = urlOf('DATABASE_URL')
  const beside = (name: string) => {
    const url = urlOf(name)
    if (url !== undefined && databaseUrl === undefined) mistakes.push(`${name} needs DATABASE_URL`)
    return url
  }
  const others = {
    controlUrl: beside('MARQUEE_CONTROL_URL'),
    listenUrl: beside('MARQUEE_LISTEN_URL'),
    replicaUrl: beside('MARQUEE_REPLICA_URL'),
  }
  return {
    databaseUrl,
    ...others,
    hasPreparedStatements: read('MARQUEE_PREPARED_STATEMENTS', yesNo, 'on or off', true),
  }
}

function readMaps(text: Text, read: Read): Pick<Config, 'mapTiles' | 'geocoder'> {
  return {
    mapTiles:
      text('MARQUEE_MAP_TILES') === ''
        ? undefined
        : {
            url: read('MARQUEE_MAP_TILES', tileUrl, 'an https address or a path with {z}, {x} and {y}', ''),
            attribution: text('MARQUEE_MAP_ATTRIBUTION'),
          },
    geocoder:
      text('MARQUEE_GEOCODER_URL') === ''
        ? undefined
        : {
            url: read('MARQUEE_GEOCODER_URL', geocoderUrl, 'an http or https address with {query}', ''),
            attribution: text('MARQUEE_GEOCODER_ATTRIBUTION'),
          },
  }
}

/** Without an endpoint the others are not checked: they may be meant for other programs of the machine. */
function readTraces(text: Text, read: Read): Traces | undefined {
  if (text('OTEL_EXPORTER_OTLP_ENDPOINT') === '') return undefined
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT', webUrl, 'an http or https address', '')
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: read('OTEL_EXPORTER_OTLP_HEADERS', headerList, 'name=value, or several separated by commas', {}),
    serviceName: text('OTEL_SERVICE_NAME'),
    sampler: read<SamplerName>(
      'OTEL_TRACES_SAMPLER',
      (value) => samplerNames.find((name) => name === value),
      `one of ${samplerNames.join(', ')}`,
      'parentbased_always_on',
    ),
    ratio: read('OTEL_TRACES_SAMPLER_ARG', ratio, 'a number from 0 to 1', 1),
  }
}

function readBucket(text: Text, read: Read, mistakes: string[]): MediaBucket {
  const accessKeyId = text('MARQUEE_MEDIA_ACCESS_KEY')
  const secretAccessKey = text('MARQUEE_MEDIA_SECRET_KEY')
  if ((accessKeyId === '') !== (secretAccessKey === ''))
    mistakes.push('MARQUEE_MEDIA_ACCESS_KEY and MARQUEE_MEDIA_SECRET_KEY must be set together')
  return {
    name: read('MARQUEE_MEDIA_BUCKET', bucketName, 'the name of a bucket', ''),
    region: text('MARQUEE_MEDIA_REGION'),
    endpoint:
      text('MARQUEE_MEDIA_ENDPOINT') === ''
        ? undefined
        : read('MARQUEE_MEDIA_ENDPOINT', origin, 'an http or https address without a path', ''),
    credentials: accessKeyId === '' ? undefined : { accessKeyId, secretAccessKey },
  }
}

/** Connections of a process besides its pool, for accounts, for sign-in and for listening. */
const besidesPool = 10

const isSecret = (name: string) => /SECRET|SMTP|DATABASE|HEADERS/.test(name)
