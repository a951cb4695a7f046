import { type AnyRecord, kinds } from '@marquee/model'
import type { Clock } from '../base/clock.ts'
import type { LogFollower } from '../base/log-follower.ts'
import type { Outbound } from '../base/outbound/index.ts'
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

/** The workflow engine. */
export interface Workflows {
  runs: Runs
  waitFor: Waiting['waitFor']
  /** Errors that prevent enabling or running a workflow, and warnings. */
  check(workflow: AnyRecord): Checked
  /** Starts a run for a call of the address of a workflow. */
  startByWebhook(broadcastId: string, workflow: AnyRecord, call: WebhookCall): Promise<string>
  /** Starts due runs. */
  fireTriggers(): Promise<void>
  /** Starts running the queue. `isAlone`: no other process uses the database. */
  start(options: { isAlone: boolean }): void
  /** Releases all callers that wait for a run. */
  releaseWaiting(): void
  stop(): Promise<void>
}

export function createWorkflows(parts: WorkflowParts): Workflows {
  const { db, clock, onError } = parts
  let runner: Runner | undefined
  let follower: LogFollower | undefined
  const sandbox = lazily(() => createSandbox({ size: parts.limits.sandboxes, onError }))
  const waiting = createWaiting({ db, isHere: (id) => runner?.holds(id) ?? false, onError })
  const onQueued = () => runner?.wake()
  const runs = createRuns({
    ...parts,
    onQueued,
    onCancelled(record) {
      runner?.drop(record._id)
      waiting.onEnded(record)
    },
  })
  return {
    runs,
    waitFor: waiting.waitFor,
    check: (workflow) => checkWorkflow(workflow, { hasMail: parts.mails !== undefined }),
    startByWebhook: (...call) => startByWebhook({ db, clock, onQueued }, ...call),
    fireTriggers: () => fireTriggers({ db, clock, onQueued }),
    start(options) {
      follower = followChanges({ db, clock, findTimeZone: parts.content.findTimeZone, onQueued, onError })
      const steps = stepParts(parts, sandbox)
      runner = createRunner(
        { ...parts, steps, perBroadcast: parts.limits.runsAtOnce, onEnded: waiting.onEnded },
        options,
      )
    },
    releaseWaiting: waiting.release,
    async stop() {
      waiting.release()
      await follower?.stop()
      await runner?.stop()
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
