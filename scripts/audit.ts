import { spawnSync } from 'node:child_process'

/**
 * `npm run audit`: fails when a package that the service runs on has a known vulnerability of high or critical severity. Only a
 * registry that answers audits knows them: mirrors often do not, and without a network there is none. That is reported and no failure.
 */

interface Audit {
  metadata?: { vulnerabilities?: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string; range?: string }>
}

/** The severe findings of an audit; undefined when there was none. */
export function severeFindings(text: string): string[] | undefined {
  const audit = parsed(text)
  if (!audit?.metadata?.vulnerabilities) return undefined
  return Object.entries(audit.vulnerabilities ?? {})
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity, range = '' }]) => `${name} ${range}: ${severity}`)
}

function parsed(text: string): Audit | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], { encoding: 'utf8', timeout: 60_000 })
  const findings = severeFindings(stdout ?? '')
  if (!findings) console.log('NOT AUDITED: the registry does not answer audits, or cannot be reached.')
  else if (findings.length === 0) console.log('No known vulnerability of high or critical severity.')
  else {
    for (const finding of findings) console.error(finding)
    process.exitCode = 1
  }
}
