import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { views } from './seen-world.ts'
import { startTwoNodes, type TwoNodes } from './two-nodes.ts'
import { beginPlay, type Play, type Step } from './two-nodes-play.ts'

/** Another seed generates other steps; that of a failure is printed. */
const seed = 20_260_704

let nodes: TwoNodes

before(async () => {
  // The fast path is used where requests are not logged.
  nodes = await startTwoNodes({ MARQUEE_PUBLIC_READ_LIMIT: 'off', MARQUEE_LOG_LEVEL: 'info' })
})
after(() => nodes.stop())

/** The faults of a node. Where a notification could be missed, it is watched for until the bound. */
const faults: Record<string, (play: Play, node: number) => Promise<void>> = {
  'stops in good order and comes back': (_, node) => nodes.restart(node),
  'is killed': (_, node) => nodes.bury(node),
  async 'dies between a write and its news'(play, node) {
    await play.writeUntold(node)
    await nodes.bury(node)
    await play.settle()
  },
  async 'dies so when the other has just come'(play, node) {
    await nodes.restart(node + 1)
    await play.writeUntold(node)
    await nodes.bury(node)
    await play.settle()
  },
  async 'loses the connection on which it hears news'(play, node) {
    nodes.at(node).line.cutNews()
    await play.writeAndWatch(node + 1, 500)
  },
  async 'hears nothing more on that connection'(play, node) {
    nodes.at(node).line.hangNews()
    await play.writeAndWatch(node + 1, 1_600)
  },
  async 'has no connection to spare for its news'(play, node) {
    const { line } = nodes.at(node)
    line.mute()
    try {
      await play.writeAndWatch(node, 1_600)
    } finally {
      line.unmute()
    }
  },
}

const node = fc.nat(1)
const view = fc.nat(views.length - 1)
const target = fc.nat(9)
const kind = fc.constantFrom('session' as const, 'article' as const)
const look = fc.record({ node, view, target, kind, key: fc.nat(5), isKnown: fc.boolean() })
const write = fc.record({
  step: fc.constant('write' as const),
  node,
  surface: fc.constantFrom('own' as const, 'plain' as const),
  operation: fc.constantFrom(
    'create' as const,
    'change' as const,
    'change' as const,
    'delete' as const,
    'batch' as const,
  ),
  kind,
  target,
  isPublished: fc.boolean(),
  isPrivate: fc.boolean(),
  dueIn: fc.integer({ min: -1, max: 2 }),
  meanwhile: fc.array(look, { maxLength: 3 }),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: write },
  {
    weight: 10,
    arbitrary: fc.record({ step: fc.constant('read' as const), looks: fc.array(look, { minLength: 1, maxLength: 4 }) }),
  },
  { weight: 4, arbitrary: fc.record({ step: fc.constant('follow' as const), node, view }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('private' as const), node, isPrivate: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('newKey' as const), node }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('revoke' as const), node, key: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('role' as const), node }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('tick' as const), seconds: fc.integer({ min: 1, max: 90 }) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant('pause' as const), ms: fc.integer({ min: 10, max: 300 }) }) },
)

const figures = { reads: 0, older: 0 }
const delays: number[] = []
/** The number of writes that are followed to the other node. */
const rounds = 200

test('two nodes are as fresh as promised, whatever is written, becomes due or fails', async () => {
  const names = Object.keys(faults)
  const steps = fc.array(step, { minLength: 7, maxLength: 10 })
  const order = fc.shuffledSubarray(names, { minLength: names.length })
  const perils = order.chain((all) =>
    fc.tuple(...all.map((fault) => fc.record({ steps, fault: fc.constant(fault), node }))),
  )
  const run = fc.asyncProperty(perils, steps, async (first, last) => {
    const play = await beginPlay(nodes, figures)
    for (const { steps, fault, node } of first) {
      await play.run(steps)
      await faults[fault]?.(play, node)
    }
    await play.run(last)
    await play.settle()
    for (let round = 0; round < rounds; round++) delays.push(await play.follow(round, round % views.length))
  })
  await fc.assert(run, { seed, numRuns: 1, endOnFailure: true })
})

/** The news take some milliseconds, the next look at the change log a second; a busy machine delays some, but not most. */
test('writes reach the other node by their news', (t) => {
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  t.diagnostic(`seed ${seed}: ${figures.reads} reads, ${figures.older} of them older than the last write`)
  t.diagnostic(
    `${sorted.length} writes reached the other node: p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, most ${at(1).toFixed(1)} ms`,
  )
  assert(at(0.5) < 100)
})
