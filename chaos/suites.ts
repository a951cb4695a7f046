import { backupSuite } from './backup.ts'
import { campaignSuite } from './campaigns.ts'
import { concurrencySuite } from './concurrency.ts'
import { clusterCrashSuite, crashSuite } from './crash/crash.ts'
import { deliverySuite } from './delivery.ts'
import { faultSuite } from './faults.ts'
import { fuzzSuite } from './fuzz.ts'
import { heavySuite } from './heavy.ts'
import { importSuite } from './imports.ts'
import { moveSuite } from './moves.ts'
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
  fuzz: fuzzSuite,
  crash: crashSuite,
  imports: importSuite,
  delivery: deliverySuite,
  runs: runSuite,
  campaigns: campaignSuite,
  sandbox: sandboxSuite,
  outbound: outboundSuite,
  backup: backupSuite,
  upgrade: upgradeSuite,
  concurrency: concurrencySuite,
  tenancy: tenancySuite,
  privacy: privacySuite,
  nodes: nodeSuite,
  faults: faultSuite,
  heavy: heavySuite,
  overload: overloadSuite,
  'cluster-crash': clusterCrashSuite,
  'cluster-moves': moveSuite,
}
