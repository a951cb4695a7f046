import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { severeFindings } from '../../../scripts/audit.ts'
import { refusedHere, refusedLicenses } from '../../../scripts/licenses.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('every package has an allowed license', () => {
  const { checked, refused } = refusedHere(root)
  assert.deepEqual(refused, [])
  assert(checked > 400)
})

test('a license that is not allowed, and none, are refused', () => {
  const refusedOf = (name: string, license?: string, manifest = {}) =>
    refusedLicenses({ [`node_modules/${name}`]: license === undefined ? {} : { license } }, () => manifest)
  for (const license of [
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    'LGPL-3.0-or-later',
    'OFL-1.1',
    '(MIT OR (ISC))',
    'mit',
    '',
  ])
    assert.equal(refusedOf('left', license).length, 1, license)
  for (const license of ['MIT', '(MIT OR GPL-3.0-only)', 'GPL-3.0-only OR MIT AND ISC'])
    assert.deepEqual(refusedOf('left', license), [])
  assert.deepEqual(refusedOf('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later'), [])
  assert.deepEqual(refusedOf('left', undefined, { licenses: [{ type: 'MIT' }] }), [])
  assert.deepEqual(refusedOf('left'), ['left names no license.'])
})

test('the SBOM has every package of the lock file, made without a network', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    maxBuffer: 50_000_000,
    env: { ...process.env, npm_config_offline: 'true', npm_config_registry: 'http://127.0.0.1:9/' },
  })
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string
    components: { name: string; version: string; purl: string; hashes?: unknown[] }[]
  }
  assert.equal(bomFormat, 'CycloneDX')
  const { packages } = JSON.parse(await readFile(`${root}/package-lock.json`, 'utf8')) as {
    packages: Record<string, { version: string; name?: string }>
  }
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  for (const [folder, { version, name }] of Object.entries(packages)) {
    const at = folder.lastIndexOf('node_modules/')
    // Packages of the project itself are links, and have no version there.
    if (at < 0 || version === undefined) continue
    const found = `${name ?? folder.slice(at + 'node_modules/'.length)}@${version}`
    assert(listed.has(found), `${found} is not in the SBOM`)
  }
  assert(components.length > 400)
})

test('an audit fails for severe findings only, and is none where the registry does not answer', () => {
  const audit = (vulnerabilities: object) => JSON.stringify({ metadata: { vulnerabilities: {} }, vulnerabilities })
  assert.deepEqual(severeFindings(audit({})), [])
  const found = { a: { severity: 'high', range: '<2' }, b: { severity: 'low' }, c: { severity: 'critical' } }
  assert.deepEqual(severeFindings(audit(found)), ['a <2: high', 'c : critical'])
  for (const text of ['', 'no JSON', '{"statusCode":405,"error":{"summary":""}}', '{"message":"ENOTFOUND"}'])
    assert.equal(severeFindings(text), undefined)
})
