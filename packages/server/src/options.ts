export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export interface Option {
  name: string
  default: string
  about: string
}

/** All options, for the documentation and for detecting mistyped names. */
export const options: Option[] = [
  { name: 'PORT', default: '3000', about: 'Port of the service.' },
  { name: 'HOST', default: '127.0.0.1', about: 'Address to listen on; `0.0.0.0` for all.' },
  {
    name: 'MARQUEE_BASE_URL',
    default: 'http://HOST:PORT',
    about: 'Address by which people and programs reach the service. With https, cookies are Secure.',
  },
  { name: 'DATABASE_URL', default: '', about: 'A PostgreSQL 15+ to use instead of the embedded one.' },
  {
    name: 'MARQUEE_CONTROL_URL',
    default: '',
    about:
      'Another PostgreSQL 15+ for accounts, keys and the directory of broadcasts. Needs `DATABASE_URL`, which then has only content.',
  },
  {
    name: 'MARQUEE_LISTEN_URL',
    default: '',
    about:
      'Where `DATABASE_URL` is the address of a pooler such as PgBouncer in transaction mode: the address of PostgreSQL itself, for notifications and migrations.',
  },
  {
    name: 'MARQUEE_REPLICA_URL',
    default: '',
    about:
      'A streaming replica of the database, which answers reads that memory cannot answer, as long as it has everything that was committed before.',
  },
  {
    name: 'MARQUEE_PREPARED_STATEMENTS',
    default: 'on',
    about: '`off` where the pooler supports no prepared statements in transaction mode, such as PgBouncer before 1.21.',
  },
  {
    name: 'MARQUEE_DATA_DIR',
    default: './data',
    about: 'Folder of the embedded database, its secret key and uploaded files.',
  },
  {
    name: 'MARQUEE_SECRET_KEY',
    default: '',
    about:
      '32 bytes in base64 that encrypt stored secrets and sign sessions; a comma-separated ring, of which the first encrypts. Required with `DATABASE_URL`; else made in the data folder.',
  },
  {
    name: 'MARQUEE_PROCESSES',
    default: '1',
    about: 'Processes that serve on the same port, to use several cores; `auto` for one per core.',
  },
  { name: 'MARQUEE_DB_POOL', default: '20', about: 'Connections to the database per process.' },
  { name: 'MARQUEE_RATE_LIMIT', default: '600/60', about: 'Requests per seconds for one API key, or `off`.' },
  {
    name: 'MARQUEE_PUBLIC_READ_LIMIT',
    default: '6000/60',
    about: 'Reads of the public surface per seconds for one address, or `off`. A venue shares one address.',
  },
  {
    name: 'MARQUEE_PUBLIC_WRITE_LIMIT',
    default: '600/60',
    about: 'Writes of visitors per seconds for one address, or `off`; a tenth of it for one app.',
  },
  { name: 'MARQUEE_CACHE_MB', default: '32', about: 'Memory for cached responses, and as much for records.' },
  {
    name: 'MARQUEE_CORS_ORIGINS',
    default: '',
    about: 'Origins whose pages may call the API with a key, separated by commas; `*` for all.',
  },
  {
    name: 'MARQUEE_TRUSTED_PROXIES',
    default: '',
    about: 'Addresses or ranges of proxies whose `X-Forwarded-*` headers count.',
  },
  {
    name: 'MARQUEE_OUTBOUND_ALLOW',
    default: '',
    about: 'Address ranges that outbound calls may reach although they are not public.',
  },
  { name: 'MARQUEE_OUTBOUND_ALLOW_HTTP', default: 'false', about: '`true` lets outbound calls use plain http.' },
  {
    name: 'MARQUEE_SIGN_UP',
    default: 'on',
    about: '`off` closes sign-up; `marquee user create` still creates accounts.',
  },
  { name: 'MARQUEE_DEFAULT_PLAN', default: 'pro', about: 'Plan of new accounts, `free` or `pro`.' },
  { name: 'MARQUEE_DEMO', default: 'true when embedded', about: 'Whether an empty database gets the demo festival.' },
  {
    name: 'MARQUEE_LOG_LEVEL',
    default: 'info',
    about: `One of ${logLevels.join(', ')}; \`debug\` shows every request.`,
  },
  {
    name: 'MARQUEE_METRICS_PORT',
    default: '',
    about: 'Port of the Prometheus listener (`/metrics`); none when empty.',
  },
  { name: 'MARQUEE_METRICS_HOST', default: '127.0.0.1', about: 'Address of the Prometheus listener.' },
  {
    name: 'MARQUEE_SLOW_STATEMENT_MS',
    default: '500',
    about: 'Statements of the database that take longer are logged and counted.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    about:
      'Address of an OpenTelemetry collector for traces, by OTLP over HTTP with JSON, such as `http://127.0.0.1:4318`; `/v1/traces` is added. Without it there are no traces.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    default: '',
    about: 'Headers for the collector, such as `api-key=secret`, separated by commas.',
  },
  { name: 'OTEL_SERVICE_NAME', default: 'marquee', about: 'Name of the service in traces.' },
  {
    name: 'OTEL_TRACES_SAMPLER',
    default: 'parentbased_always_on',
    about: `Which requests and tasks are traced: one of ${samplerNames.join(', ')}.`,
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    about: 'The share that a `traceidratio` sampler traces, from 0 to 1.',
  },
  {
    name: 'MARQUEE_SMTP_URL',
    default: '',
    about:
      'Mail server, such as `smtps://user:password@mail.example:465`; without it no mail is sent, and sign-ups are not confirmed.',
  },
  { name: 'MARQUEE_MAIL_FROM', default: 'Marquee <marquee@localhost>', about: 'Sender of mails.' },
  {
    name: 'MARQUEE_PUSH_CONTACT',
    default: '',
    about:
      'The contact for operators of push services: a `mailto:` or `https:` address. Without it the base URL when that is https, else the address of `MARQUEE_MAIL_FROM`.',
  },
  {
    name: 'MARQUEE_TERMS_URL',
    default: '',
    about: 'Your terms of service. The studio links to them where they are accepted: at sign-up and for a revision.',
  },
  {
    name: 'MARQUEE_MAP_TILES',
    default: '',
    about:
      'Tiles of geographic maps, on websites and in the studio: an https address or a path with `{z}`, `{x}` and `{y}`. Without it websites list the places, the studio shows a grid, and nothing is loaded from others.',
  },
  {
    name: 'MARQUEE_MAP_ATTRIBUTION',
    default: '',
    about: 'The credit that the tiles require, shown on the map; HTML with a link is possible.',
  },
  {
    name: 'MARQUEE_GEOCODER_URL',
    default: '',
    about:
      'Address search for editors: the search address of a service like Nominatim or Photon, with `{query}`, such as `https://geocoder.example/search?format=jsonv2&q={query}`. The service calls it, never a browser.',
  },
  {
    name: 'MARQUEE_GEOCODER_ATTRIBUTION',
    default: '',
    about: 'The credit that the address search requires, shown on the map; HTML with a link is possible.',
  },
  { name: 'MARQUEE_CHANGES_KEPT_DAYS', default: '90', about: 'How long the change log is kept.' },
  {
    name: 'MARQUEE_TRASH_DAYS',
    default: '30',
    about: 'How long deleted records can be restored from the trash; 0 turns the trash off.',
  },
  { name: 'MARQUEE_AUDIT_KEPT_DAYS', default: '400', about: 'How long the audit trail is kept.' },
  { name: 'MARQUEE_QUOTA_RECORDS', default: '100000', about: 'Records of one kind in a broadcast.' },
  { name: 'MARQUEE_QUOTA_WORKFLOWS', default: '100', about: 'Workflows in a broadcast.' },
  { name: 'MARQUEE_QUOTA_WEBHOOKS', default: '100', about: 'Webhooks of a broadcast.' },
  { name: 'MARQUEE_DELIVERIES_KEPT_DAYS', default: '30', about: 'How long webhook deliveries are kept.' },
  {
    name: 'MARQUEE_RUNS_AT_ONCE',
    default: '20',
    about: 'Workflow runs of a broadcast at once; more are queued.',
  },
  { name: 'MARQUEE_RUNS_KEPT_DAYS', default: '30', about: 'How long workflow runs are kept.' },
  {
    name: 'MARQUEE_RUNS_KEPT',
    default: '1000',
    about: 'Runs of one workflow that are kept; older ones are deleted sooner.',
  },
  {
    name: 'MARQUEE_ANALYTICS_KEPT_DAYS',
    default: '400',
    about: 'How long analytics events and their counts are kept; deleted by whole months.',
  },
  {
    name: 'MARQUEE_SANDBOXES',
    default: '3',
    about:
      'Child processes per node that evaluate expressions and code of workflows; one of them runs expressions only.',
  },
  { name: 'MARQUEE_QUOTA_KEYS', default: '50', about: 'Valid API keys of a broadcast.' },
  { name: 'MARQUEE_QUOTA_MAILS', default: '1000', about: 'Recipients of the mails of workflows, per account and day.' },
  { name: 'MARQUEE_QUOTA_STREAMS', default: '20', about: 'Open change streams of a broadcast, per node.' },
  { name: 'MARQUEE_QUOTA_MEDIA_MB', default: '5120', about: 'Uploaded files of a broadcast, in MiB.' },
  {
    name: 'MARQUEE_MEDIA_BUCKET',
    default: '',
    about: 'Bucket of an S3-compatible service for uploaded files; without it they are in the data folder.',
  },
  { name: 'MARQUEE_MEDIA_ENDPOINT', default: '', about: 'Address of that service, when it is not that of Amazon.' },
  { name: 'MARQUEE_MEDIA_REGION', default: 'us-east-1', about: 'Region of the bucket.' },
  { name: 'MARQUEE_MEDIA_ACCESS_KEY', default: '', about: 'Access key; without it, the role of the machine.' },
  { name: 'MARQUEE_MEDIA_SECRET_KEY', default: '', about: 'Secret of the access key.' },
  {
    name: 'MARQUEE_MEDIA_KEPT_DAYS',
    default: '30',
    about: 'How long files are kept that neither a record nor the trash nor a revision uses.',
  },
]

/** Variables that look like options but are none: most likely mistyped. */
export function unknownOptions(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env).filter(
    (name) => name.startsWith('MARQUEE_') && !options.some((option) => option.name === name),
  )
}
