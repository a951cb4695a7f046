import { backupSuite } from './backup.ts'
import { campaignSuite } from './campaigns.ts'
import { concurrencySuite } from './concurrency.ts'
import { crashSuite } from './crash/crash.ts'
import { deliverySuite } from './delivery.ts'
import { faultSuite } from './faults.ts'
import { fuzzSuite } from './fuzz.ts'
import { heavySuite } from './heavy.ts'
import { importSuite } from './imports.ts'
import { nodeSuite } from './nodes.ts'
import { outboundSuite } from './outbound.ts'
import { overloadSuite } from './overload.ts'
import { privacySuite } from './privacy.ts'
import { runSuite } from './runs.ts'
import { sandboxSuite } from './sandbox.ts'
import { soakSuite } from './soak.ts'
import type { ChaosSuite } from './suite.ts'
import { tenancySuite } from './tenancy.ts'
import { upgradeSuite } from './upgrade.ts'

/** In the order in which they run, the longest first. */
export const suites: Record<string, ChaosSuite> = {
  soak: soakSuite,
  crash: crashSuite,
  delivery: deliverySuite,
  runs: runSuite,
  campaigns: campaignSuite,
  imports: importSuite,
  concurrency: concurrencySuite,
  tenancy: tenancySuite,
  fuzz: fuzzSuite,
  outbound: outboundSuite,
  backup: backupSuite,
  upgrade: upgradeSuite,
  privacy: privacySuite,
  sandbox: sandboxSuite,
  heavy: heavySuite,
  faults: faultSuite,
  nodes: nodeSuite,
  overload: overloadSuite,
}
