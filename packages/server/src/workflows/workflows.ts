import { type AnyRecord, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import type { Outbound } from '../base/outbound/index.ts'
import { createRoundRobin, type RoundRobin } from '../base/round-robin.ts'
import type { Tracing } from '../base/tracing.ts'
import type { Db } from '../store/db.ts'
import type { Notifications } from '../store/notifications.ts'
import { findRecord } from '../store/records/records.ts'
import type { WriteQueue } from '../store/write-queue.ts'
import { type Credential, createCredentials } from './credentials.ts'
import { type Checked, checkWorkflow } from './definition.ts'
import { createRunSandbox } from './evaluate.ts'
import { followChanges } from './follow-changes.ts'
import { createNodeRuns } from './nodes/index.ts'
import type { Mails, ReadReply, RunContent } from './nodes/services.ts'
import { createRunner, type Runner } from './run.ts'
import { createRuns, type Runs } from './runs.ts'
import { createSandbox, type Sandbox } from './sandbox/index.ts'
import type { StepParts } from './step.ts'
import { fireTriggers } from './triggers.ts'
import { broadcastFields } from './variables.ts'
import { createWaiting, type Waiting } from './waiting.ts'
import { startByWebhook, type WebhookCall } from './webhook-trigger.ts'

export interface WorkflowParts {
  db: Db
  writeQueue: WriteQueue
  clock: Clock
  notifications: Notifications
  outbound: Outbound
  tracing: Tracing
  content: RunContent
  readReply: ReadReply
  mails: Mails | undefined
  findCredential(broadcastId: string, entryId: string): Promise<Credential | undefined>
  limits: { runsAtOnce: number; sandboxes: number }
  onError(error: unknown): void
}

/** What workflows look for work in. */
export interface WorkflowQueues {
  /** Runs that wait. */
  runs: Runner
  /** Changes that start runs. */
  changes: RoundRobin
  /** Due times that start runs. */
  triggers: RoundRobin
}

/** The workflow engine. */
export interface Workflows {
  runs: Runs
  waitFor: Waiting['waitFor']
  /** Errors that prevent enabling or running a workflow, and warnings. */
  check(workflow: AnyRecord): Checked
  /** Starts a run for a call of the address of a workflow. */
  startByWebhook(broadcastId: string, workflow: AnyRecord, call: WebhookCall): Promise<string>
  /** Starts to work. `isAlone`: no other process uses the database. */
  start(options: { isAlone: boolean }): WorkflowQueues
  /** Releases all callers that wait for a run. */
  releaseWaiting(): void
  stop(): Promise<void>
}

export function createWorkflows(parts: WorkflowParts): Workflows {
  const { db, clock, onError } = parts
  let queues: WorkflowQueues | undefined
  const sandbox = lazily(() => createSandbox({ size: parts.limits.sandboxes, onError }))
  const waiting = createWaiting({ db, isHere: (id) => queues?.runs.holds(id) ?? false, onError })
  const onQueued = (broadcastId: string) => queues?.runs.wake(broadcastId)
  const runs = createRuns({
    ...parts,
    onQueued,
    onCancelled(record) {
      queues?.runs.drop(record._id)
      waiting.onEnded(record)
    },
  })
  return {
    runs,
    waitFor: waiting.waitFor,
    check: (workflow) => checkWorkflow(workflow, { hasMail: parts.mails !== undefined }),
    startByWebhook: (...call) => startByWebhook({ db, clock, onQueued }, ...call),
    start(options) {
      const running = {
        ...parts,
        steps: stepParts(parts, sandbox),
        perBroadcast: parts.limits.runsAtOnce,
        onEnded: waiting.onEnded,
      }
      queues = {
        runs: createRunner(running, options),
        changes: followChanges({ db, clock, findTimeZone: parts.content.findTimeZone, onQueued, onError }),
        triggers: createRoundRobin({
          serve: (broadcastId) => fireTriggers({ db, clock, onQueued }, broadcastId),
          onError,
        }),
      }
      return queues
    },
    releaseWaiting: waiting.release,
    async stop() {
      waiting.release()
      await Promise.all([queues?.changes.stop(), queues?.triggers.stop()])
      await queues?.runs.stop()
      await sandbox.close()
    },
  }
}

function stepParts(parts: WorkflowParts, sandbox: Sandbox): StepParts {
  const { clock, outbound, content, db, readReply, mails } = parts
  const credentials = createCredentials({ clock, outbound, find: parts.findCredential })
  const runSandbox = createRunSandbox({ sandbox, findBroadcast: (id) => findPublicFields(db, id) })
  return {
    clock,
    sandbox: runSandbox,
    nodes: createNodeRuns({ content, outbound, credentials, sandbox: runSandbox, readReply, mails }),
  }
}

async function findPublicFields(db: Db, broadcastId: string): Promise<Record<string, unknown>> {
  const record: AnyRecord = JSON.parse((await findRecord(db, broadcastId, kinds.broadcast, broadcastId)) ?? '{}')
  return Object.fromEntries(Object.entries(record).filter(([name]) => broadcastFields.includes(name)))
}

/** A sandbox that is created on first use: most services never run a workflow. */
function lazily(make: () => Sandbox): Sandbox {
  let made: Sandbox | undefined
  return {
    run(job, owner) {
      made ??= make()
      return made.run(job, owner)
    },
    close: async () => made?.close(),
  }
}
