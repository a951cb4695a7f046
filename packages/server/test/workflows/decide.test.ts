import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { WorkflowNode } from '@marquee/model'
import fc from 'fast-check'
import { advance, begin, maxInvocations } from '../../src/workflows/decide.ts'
import type { Definition, Progress, Settled, StepResult } from '../../src/workflows/progress.ts'

type Answer = { output: unknown } | { error: string }

/** Drives a run through a definition, with the output of each node at its n-th invocation. */
function lead(definition: Definition, answer: (nodeId: string, nth: number, progress: Progress) => Answer) {
  const trail: string[] = []
  const settled: Settled[] = []
  const times = new Map<string, number>()
  let progress = begin(definition)
  while (progress.at !== null) {
    const nodeId = progress.at
    const nth = times.get(nodeId) ?? 0
    times.set(nodeId, nth + 1)
    trail.push(nodeId)
    const moved = advance(definition, progress, resultOf(nodeId, answer(nodeId, nth, progress)))
    settled.push(...moved.settled)
    progress = moved.progress
  }
  return { trail, settled, progress, ending: progress.ending }
}

function resultOf(nodeId: string, answer: Answer): StepResult {
  const common = { nodeId, nodeType: '', executionId: '', startedAt: '', durationMs: 0, attempts: 1, logs: [] }
  return 'error' in answer
    ? { ...common, error: { code: 'broken', message: answer.error } }
    : { ...common, output: answer.output }
}

const node = (id: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({ id, type: 'code', ...more })
const loop = (id: string, body: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  id,
  type: 'foreach',
  config: { entryNodeId: { value: body } },
  ...more,
})
const of = (...nodes: WorkflowNode[]): Definition => ({ name: 'Test', entryNodeId: nodes[0]?.id ?? '', nodes })
const fine = (): Answer => ({ output: 'fine' })
const failing =
  (...ids: string[]) =>
  (nodeId: string): Answer =>
    ids.includes(nodeId) ? { error: 'broke' } : { output: 'fine' }

describe('a node that fails', () => {
  test('continues at onError when it has one', () => {
    const { trail, ending, settled } = lead(
      of(node('a', { onSuccess: 'b', onError: 'c' }), node('b'), node('c')),
      failing('a'),
    )
    assert.deepEqual([trail, ending?.status], [['a', 'c'], 'succeeded'])
    assert.deepEqual(settled[0], {
      index: 0,
      route: 'onError',
      output: { error: { code: 'broken', message: 'broke' } },
      error: { code: 'broken', message: 'broke' },
    })
  })

  test('continues at onSuccess with its error as output when configured so', () => {
    const { trail, ending, progress } = lead(
      of(node('a', { onSuccess: 'b', errorBehavior: 'continue' }), node('b')),
      failing('a'),
    )
    assert.deepEqual([trail, ending?.status], [['a', 'b'], 'succeeded'])
    assert.deepEqual(progress.outputs.a, { error: { code: 'broken', message: 'broke' } })
  })

  test('prefers onError to continuing', () => {
    const both = node('a', { onSuccess: 'b', onError: 'c', errorBehavior: 'continue' })
    assert.deepEqual(lead(of(both, node('b'), node('c')), failing('a')).trail, ['a', 'c'])
  })

  test('fails the run otherwise', () => {
    for (const errorBehavior of [undefined, null, 'stopWorkflow']) {
      const { trail, ending } = lead(
        of(node('a', { onSuccess: 'b', ...(errorBehavior !== undefined && { errorBehavior }) }), node('b')),
        failing('a'),
      )
      assert.deepEqual(trail, ['a'])
      assert.deepEqual(ending, { status: 'failed', error: { code: 'broken', message: 'broke', nodeId: 'a' } })
    }
  })
})

describe('an if', () => {
  const asked = (more: Partial<WorkflowNode> = {}) =>
    of(node('q', { type: 'if', onSuccess: 'yes', onError: 'no', ...more }), node('yes'), node('no'))

  test('takes onSuccess for true and onError for everything else', () => {
    assert.deepEqual(lead(asked(), () => ({ output: true })).trail, ['q', 'yes'])
    for (const output of [false, null, undefined, 0, ''])
      assert.deepEqual(lead(asked(), () => ({ output })).trail, ['q', 'no'])
  })

  test('ends the run when its route has no node', () => {
    const { trail, ending } = lead(of(node('q', { type: 'if', onSuccess: 'yes' }), node('yes')), () => ({
      output: false,
    }))
    assert.deepEqual([trail, ending?.status], [['q'], 'succeeded'])
  })

  test('that fails never takes the route of false', () => {
    assert.equal(lead(asked(), failing('q')).ending?.status, 'failed')
    assert.deepEqual(lead(asked({ errorBehavior: 'continue' }), failing('q')).trail, ['q', 'yes'])
  })

  test('passes its input on', () => {
    const definition = of(node('a', { onSuccess: 'q' }), node('q', { type: 'if', onSuccess: 'b' }), node('b'))
    let seen: unknown
    lead(definition, (id, _, progress) => {
      if (id === 'b') seen = progress.last
      return { output: id === 'q' ? true : `from ${id}` }
    })
    assert.equal(seen, 'from a')
  })
})

describe('a loop', () => {
  const items =
    (...all: unknown[]) =>
    (id: string, nth: number): Answer => ({ output: id.startsWith('each') ? all : `${id} ${nth}` })

  test('runs its body for each item, then continues with the results of the rounds', () => {
    const seen: unknown[] = []
    const { trail, progress } = lead(
      of(loop('each', 'a', { onSuccess: 'z' }), node('a', { onSuccess: 'b' }), node('b'), node('z')),
      (id, nth, before) => {
        if (id === 'a') seen.push([before.last, before.frames[0]?.at])
        return items('x', 'y')(id, nth)
      },
    )
    assert.deepEqual(trail, ['each', 'a', 'b', 'a', 'b', 'z'])
    assert.deepEqual(seen, [
      ['x', 0],
      ['y', 1],
    ])
    assert.deepEqual(progress.outputs.each, { count: 2, failed: 0, errors: [], results: ['b 0', 'b 1'] })
  })

  test('without items continues at once', () => {
    assert.deepEqual(lead(of(loop('each', 'a', { onSuccess: 'z' }), node('a'), node('z')), items()).trail, [
      'each',
      'z',
    ])
  })

  test('ends a round when a step leads back to it', () => {
    const definition = of(loop('each', 'a', { onSuccess: 'z' }), node('a', { onSuccess: 'each' }), node('z'))
    assert.deepEqual(lead(definition, items(1, 2, 3)).trail, ['each', 'a', 'a', 'a', 'z'])
  })

  test('inside a loop starts again in each round of the outer one', () => {
    const definition = of(loop('each1', 'each2', { onSuccess: 'z' }), loop('each2', 'a'), node('a'), node('z'))
    assert.deepEqual(lead(definition, items('x', 'y')).trail, ['each1', 'each2', 'a', 'a', 'each2', 'a', 'a', 'z'])
  })

  test('left by a jump to an outer one continues with the next item there', () => {
    const definition = of(loop('each1', 'each2'), loop('each2', 'a'), node('a', { onSuccess: 'each1' }))
    const { trail, settled } = lead(definition, items('x', 'y'))
    assert.deepEqual(trail, ['each1', 'each2', 'a', 'each2', 'a'])
    assert.equal(new Set(settled.map(({ index }) => index)).size, trail.length)
  })

  test('continues after a failed item when configured so', () => {
    const definition = of(loop('each', 'a', { errorBehavior: 'continue', onSuccess: 'z' }), node('a'), node('z'))
    const { trail, progress } = lead(definition, (id, nth) =>
      id === 'a' && nth === 1 ? { error: 'bad item' } : items('x', 'y', 'w')(id, nth),
    )
    assert.deepEqual(trail, ['each', 'a', 'a', 'a', 'z'])
    assert.deepEqual(progress.outputs.each, {
      count: 3,
      failed: 1,
      errors: [{ index: 1, message: 'bad item' }],
      results: ['a 0', null, 'a 2'],
    })
  })

  test('fails with its first failed item otherwise, and continues at its own onError', () => {
    const broken = (more: Partial<WorkflowNode>) =>
      lead(of(loop('each', 'a', more), node('a'), node('z'), node('e')), (id, nth) =>
        id === 'a' && nth === 1 ? { error: 'bad item' } : items('x', 'y', 'w')(id, nth),
      )
    assert.deepEqual(broken({ onSuccess: 'z', onError: 'e' }).trail, ['each', 'a', 'a', 'e'])
    const { trail, ending } = broken({ onSuccess: 'z' })
    assert.deepEqual([trail, ending?.status, ending?.error?.nodeId], [['each', 'a', 'a'], 'failed', 'a'])
  })

  test('lets an outer loop handle the failure of an inner one', () => {
    const definition = of(loop('each1', 'each2', { errorBehavior: 'continue' }), loop('each2', 'a'), node('a'))
    const { trail, progress } = lead(definition, (id, nth) =>
      id === 'a' && nth === 0 ? { error: 'bad' } : items(1, 2)(id, nth),
    )
    assert.deepEqual(trail, ['each1', 'each2', 'a', 'each2', 'a', 'a'])
    assert.equal(Object(progress.outputs.each1).failed, 1)
  })

  test('passes on no results that exceed the limit', () => {
    const definition = of(loop('each', 'a'), node('a'))
    const { progress } = lead(definition, (id) => ({ output: id === 'each' ? [1, 2, 3] : 'x'.repeat(100_000) }))
    assert.equal(Object(progress.outputs.each).results, null)
  })
})

test('an endless run ends with an error', () => {
  const { trail, ending } = lead(of(node('a', { onSuccess: 'b' }), node('b', { onSuccess: 'a' })), fine)
  assert.equal(trail.length, maxInvocations)
  assert.deepEqual([ending?.status, ending?.error?.code], ['failed', 'too_many_invocations'])
})

test('a route to a missing node fails the run', () => {
  assert.equal(lead(of(node('a', { onSuccess: 'gone' })), fine).ending?.error?.code, 'unknown_node')
  assert.equal(lead({ ...of(node('a')), entryNodeId: 'gone' }, fine).ending?.error?.code, 'unknown_node')
})

test('for any graph and any outputs a run ends, every step is settled once, and the same steps give the same progress', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const maybe = fc.option(id, { nil: null })
  const anyNode = fc.record({
    type: fc.constantFrom('code' as const, 'if' as const, 'foreach' as const),
    onSuccess: maybe,
    onError: maybe,
    errorBehavior: fc.constantFrom('stopWorkflow', 'continue', null),
    body: id,
  })
  const graph = fc.tuple(anyNode, anyNode, anyNode, anyNode, anyNode).map((five) =>
    of(
      ...five.map(({ body, ...rest }, at) => ({
        id: 'abcde'.charAt(at),
        ...rest,
        ...(rest.type === 'foreach' && { config: { entryNodeId: { value: body } } }),
      })),
    ),
  )
  fc.assert(
    fc.property(graph, fc.infiniteStream(fc.constantFrom('true', 'false', 'error', 'list')), (definition, answers) => {
      const told: Answer[] = []
      const steps: StepResult[] = []
      let progress = begin(definition)
      const settled: number[] = []
      while (progress.at !== null && steps.length < 300) {
        const answer = answers.next().value
        told.push(answer === 'error' ? { error: 'broke' } : { output: answer === 'list' ? [1, 2] : answer === 'true' })
        const last = told.at(-1) ?? fine()
        steps.push(resultOf(progress.at, last))
        const moved = advance(definition, progress, steps.at(-1) ?? resultOf('', last))
        settled.push(...moved.settled.map(({ index }) => index))
        progress = moved.progress
        assert(progress.at === null || definition.nodes.some((one) => one.id === progress.at))
        assert(progress.frames.length <= definition.nodes.length)
      }
      assert.equal(new Set(settled).size, settled.length, 'settled twice')
      if (progress.ending) assert.equal(settled.length, steps.length, 'not settled')
      let again = begin(definition)
      for (const step of JSON.parse(JSON.stringify(steps))) again = advance(definition, again, step).progress
      assert.deepEqual(again, progress)
    }),
    { numRuns: 300 },
  )
})
