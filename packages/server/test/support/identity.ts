import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A key with a self-signed certificate for some names, such as `DNS:receiver.test,IP:127.0.0.1`. It needs openssl. */
export function newIdentity(t: TestContext, names: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'identity-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const made = [
    '-days',
    '2',
    '-subj',
    '/CN=receiver',
    '-addext',
    `subjectAltName=${names}`,
    '-keyout',
    key,
    '-out',
    cert,
  ]
  execFileSync('openssl', ['req', '-x509', ...curve, ...made], { stdio: 'ignore' })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}
