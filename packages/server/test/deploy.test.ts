import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { readConfig } from '../src/config.ts'
import { options } from '../src/options.ts'
import { startService } from './support/service.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFile(join(root, path), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape
type Document = any

/** The documents of every YAML file for operators, and the texts of all files, by path. */
const documents = new Map<string, Document[]>()
const texts = new Map<string, string>()

before(async () => {
  for await (const path of glob(['compose.yaml', 'deploy/**/*.*', 'deploy/compose/Caddyfile'], { cwd: root })) {
    const text = await read(path)
    texts.set(path, text)
    if (!path.endsWith('.yaml')) continue
    const parsed = parseAllDocuments(text)
    for (const { errors, warnings } of parsed) assert.deepEqual([...errors, ...warnings], [], path)
    documents.set(
      path,
      parsed.map((document) => document.toJS()),
    )
  }
  assert(documents.size >= 11, `${documents.size} files were found`)
})

const composeFiles = () => [...documents].filter(([path]) => /compose(\/[\w-]+)?\.yaml$/.test(path))
const manifests = () =>
  [...documents].filter(([path]) => path.startsWith('deploy/kubernetes/')).flatMap(([, all]) => all)
const manifestOf = (kind: string, name?: string): Document =>
  manifests().find((one) => one.kind === kind && (name === undefined || one.metadata.name === name)) ??
  assert.fail(`there is no ${kind}`)

/** A service of a compose file with the service that it extends. */
function serviceOf(path: string, service: Document): Document {
  if (!service.extends) return service
  const file = join(dirname(path), service.extends.file)
  const base = documents.get(file)?.[0].services[service.extends.service]
  assert(base, `${file} has no service ${service.extends.service}`)
  return {
    ...base,
    ...service,
    environment: { ...base.environment, ...service.environment },
    volumes: [...(base.volumes ?? []), ...(service.volumes ?? [])],
  }
}

test('every option that is named in a file for operators exists', () => {
  const known = new Set(options.map(({ name }) => name))
  let count = 0
  for (const [path, text] of texts) {
    for (const [name] of text.matchAll(/\b(MARQUEE|OTEL)_[A-Z_]*[A-Z]/g)) {
      assert(known.has(name), `${path} names ${name}, which is not an option`)
      count += 1
    }
  }
  assert(count > 20, `only ${count} were found`)
})

const secrets: Record<string, string> = {
  MARQUEE_SECRET_KEY: Buffer.alloc(32).toString('base64'),
  MARQUEE_BASE_URL: 'https://cms.festival.example',
}

/** The values of an operator instead of the variables of Compose. */
const filled = (environment: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, variable) => secrets[variable] ?? 'word'),
    ]),
  )

test('the service accepts the options of every compose file and of the manifests', () => {
  let count = 0
  for (const [path, [file]] of composeFiles()) {
    for (const [name, own] of Object.entries<Document>(file.services)) {
      const service = serviceOf(path, own)
      if (service.image !== 'marquee') continue
      const config = readConfig({ ...secrets, ...filled(service.environment) })
      const role = name === 'migrate' ? 'marquee_owner' : path === 'compose.yaml' ? 'marquee' : 'marquee_service'
      assert.equal(new URL(config.databaseUrl ?? '').username, role, `${path} ${name}`)
      if (config.controlUrl) assert.equal(new URL(config.controlUrl).username, role, `${path} ${name}`)
      count += 1
    }
  }
  assert(count >= 9, `only ${count} services were found`)
  const given = { ...manifestOf('ConfigMap').data, ...manifestOf('Secret', 'marquee').stringData, ...secrets }
  const config = readConfig(given)
  assert.equal(new URL(config.databaseUrl ?? '').username, 'marquee_service')
  assert(config.mediaBucket, 'pods share no disk')
})

test('the parts of a compose file exist, and images have an exact version', () => {
  for (const [path, [file]] of composeFiles()) {
    const names = Object.keys(file.services)
    for (const [name, own] of Object.entries<Document>(file.services)) {
      const service = serviceOf(path, own)
      for (const other of Object.keys(service.depends_on ?? {}))
        assert(names.includes(other), `${path} has no ${other}`)
      if (!path.endsWith('parts.yaml')) {
        for (const volume of service.volumes ?? []) {
          const [source = ''] = volume.split(':')
          const exists = source.startsWith('./')
            ? existsSync(join(root, dirname(path), source))
            : source in file.volumes
          assert(exists, `${path}: ${name} uses ${source}`)
        }
      }
      if (path.startsWith('deploy/') && service.image !== 'marquee')
        assert.match(service.image, /^([a-z]+\/)?[a-z]+:\d+\.\d+(\.\d+)?(@sha256:[0-9a-f]{64})?$/, `${path} ${name}`)
    }
  }
})

test('health checks, probes and the load balancer ask for paths that answer', async () => {
  const probes = ['startupProbe', 'livenessProbe', 'readinessProbe']
  const [container] = manifestOf('Deployment').spec.template.spec.containers
  const paths = [
    ...probes.map((probe) => container[probe].httpGet.path),
    ...[...texts.values()].flatMap((text) =>
      [...text.matchAll(/health_uri (\S+)|127\.0\.0\.1:3000(\/\w+)/g)].map(([, uri, path]) => uri ?? path),
    ),
  ]
  assert.deepEqual([...new Set(paths)].sort(), ['/livez', '/readyz'])
  for (const probe of probes) assert.equal(container[probe].httpGet.port, 'http')
  const { containerPort } = container.ports.find(({ name }: { name: string }) => name === 'http')
  assert.equal(String(containerPort), manifestOf('ConfigMap').data.PORT)
  const service = await startService()
  for (const path of new Set(paths)) assert.equal((await fetch(service.url + path)).status, 200, path)
  await service.stop()
})

test('the manifests belong together: the owner migrates, the service has the other role, and the budget covers its pods', () => {
  const { template, selector } = manifestOf('Deployment').spec
  const [container] = template.spec.containers
  const job = manifestOf('Job').spec.template.spec.containers[0]
  assert.deepEqual(template.metadata.labels, selector.matchLabels)
  assert.deepEqual(manifestOf('PodDisruptionBudget').spec.selector, selector)
  assert.deepEqual(manifestOf('Service').spec.selector, selector.matchLabels)
  assert.equal(job.image, container.image)
  assert(existsSync(join(root, job.args[1])))
  assert.equal(job.args[2], 'migrate')
  const secretsOf = (one: Document): string[] => [
    ...(one.env ?? []).map(({ name, valueFrom }: Document) => `${valueFrom.secretKeyRef.name}/${name}`),
    ...(one.envFrom ?? []).flatMap(({ secretRef }: Document) => (secretRef ? [secretRef.name] : [])),
  ]
  assert.deepEqual(secretsOf(job), ['marquee-owner/DATABASE_URL', 'marquee/MARQUEE_SECRET_KEY'])
  assert.deepEqual(secretsOf(container), ['marquee'])
  assert.equal(new URL(manifestOf('Secret', 'marquee-owner').stringData.DATABASE_URL).username, 'marquee_owner')
  for (const one of [container, job]) {
    assert(one.resources.requests.cpu && one.resources.requests.memory && one.resources.limits.memory)
    assert.equal(one.securityContext.readOnlyRootFilesystem, true)
  }
  const backend = manifestOf('Ingress').spec.rules[0].http.paths[0].backend.service
  assert.equal(backend.name, manifestOf('Service').metadata.name)
})

test('the roles of the compose files have the rights of the guide', async () => {
  const section = (await read('docs/guides/operate.md'))
    .split(/^## /m)
    .find((text) => text.startsWith('Two database roles'))
  const [, owner = ''] = [...(section ?? '').matchAll(/```sql\n([\s\S]*?)```/g)].map(([, text]) => text)
  assert.match(owner, /default privileges/)
  assert((await read('deploy/compose/roles.sh')).includes(`set role marquee_owner;\n${owner}`))
})
