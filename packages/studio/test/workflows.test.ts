import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { canvasEdges, canvasNodes, drawnLink } from '../src/screens/workflows/graph/canvas-map.ts'
import { nextTimes, parseCron } from '../src/screens/workflows/graph/cron.ts'
import { nextDue } from '../src/screens/workflows/graph/due.ts'
import {
  addNode,
  connect,
  type Flow,
  inOrder,
  linksOf,
  loopBodies,
  moveNodes,
  removeNodes,
  unreachable,
  type WorkflowNode,
} from '../src/screens/workflows/graph/flow.ts'
import { duplicated, endOf, grown } from '../src/screens/workflows/graph/growing.ts'
import { framesOf, layOut, nodeSize, placesOf } from '../src/screens/workflows/graph/layout.ts'
import { problemAt, problemsByNode } from '../src/screens/workflows/graph/problems.ts'
import { formatDuration, lastOf, linksTaken, nodeStates, type Run } from '../src/screens/workflows/graph/run-state.ts'
import { cronInWords, intervalInWords } from '../src/screens/workflows/graph/trigger-words.ts'
import { noted, nothingDone, redone, type Undo, undone } from '../src/screens/workflows/graph/undo.ts'
import { completionsFor, variablesFor } from '../src/screens/workflows/graph/variables.ts'
import {
  entriesOf,
  plainValue,
  readAt,
  toggled,
  withEntries,
  withValue,
  writeAt,
} from '../src/screens/workflows/graph/wrapper.ts'
import { templateNames, templateOf } from '../src/screens/workflows/list/templates.ts'

const node = (id: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({ id, type: 'code', ...more })

/** list -> each { lacks -> mark } -> done, with an error way of list to failed */
const looping: Flow = {
  entryNodeId: 'list',
  nodes: [
    node('list', { type: 'amply', onSuccess: 'each', onError: 'failed' }),
    node('each', { type: 'foreach', config: { entryNodeId: { value: 'lacks' } }, onSuccess: 'done' }),
    node('lacks', { onSuccess: 'mark' }),
    node('mark', { type: 'amply' }),
    node('done'),
    node('failed'),
    node('lost'),
  ],
}

suite('the graph of a workflow', () => {
  test('connections link existing steps, including the bodies of loops', () => {
    const dangling = connect(looping, 'done', 'onSuccess', 'nobody')
    assert.deepEqual(
      linksOf(dangling).map(({ id, to }) => `${id}>${to}`),
      ['list:onSuccess>each', 'list:onError>failed', 'each:body>lacks', 'each:onSuccess>done', 'lacks:onSuccess>mark'],
    )
    assert.deepEqual([...unreachable(looping)], ['lost'])
    assert.deepEqual([...(loopBodies(looping).get('each') ?? [])], ['lacks', 'mark'])
    assert.equal(inOrder(looping).at(-1)?.id, 'lost')
  })

  test('an inserted step takes over the target of the step before', () => {
    const next = addNode(looping, node('new'), { id: 'list', route: 'onSuccess' })
    const links = linksOf(next).map(({ id, to }) => `${id}>${to}`)
    assert(links.includes('list:onSuccess>new') && links.includes('new:onSuccess>each'))
    assert.equal(addNode({ entryNodeId: null, nodes: [] }, node('first')).entryNodeId, 'first')
  })

  test('a removed step leaves no gap and no dangling connection', () => {
    const next = removeNodes(looping, ['each', 'list'])
    assert.equal(next.entryNodeId, 'done')
    assert(linksOf(next).every(({ to }) => next.nodes.some(({ id }) => id === to)))
    const loop: Flow = { entryNodeId: 'a', nodes: [node('a', { onSuccess: 'b' }), node('b', { onSuccess: 'a' })] }
    assert.equal(removeNodes(loop, ['b']).nodes[0]?.onSuccess, null, 'it does not lead to itself')
    assert.equal(removeNodes(looping, ['lacks']).nodes[1]?.config?.entryNodeId !== undefined, true)
  })

  test('a drawn connection is a route, and never to its own step', () => {
    assert.deepEqual(drawnLink({ source: 'a', sourceHandle: 'onError', target: 'b' }), {
      from: 'a',
      route: 'onError',
      to: 'b',
    })
    assert.equal(drawnLink({ source: 'a', sourceHandle: null, target: 'b' })?.route, 'onSuccess')
    assert.equal(drawnLink({ source: 'a', target: 'a' }), undefined)
  })

  test('a new step goes to the end of the success path, or into an empty loop, and overlaps no other', () => {
    assert.deepEqual(endOf(looping, undefined), { id: 'done', route: 'onSuccess' })
    assert.deepEqual(endOf({ entryNodeId: 'f', nodes: [node('f', { type: 'foreach' })] }, 'f'), {
      id: 'f',
      route: 'body',
    })
    const { flow, id } = grown(looping, 'code', {}, { after: { id: 'list', route: 'onSuccess' } })
    assert.equal(id, 'code')
    assertApart(flow)
    const copy = duplicated(looping, 'list', 'Again')
    assert.equal(copy?.flow.nodes.at(-1)?.onSuccess, undefined)
    assert.equal(copy?.id, 'content')
  })
})

suite('the canvas', () => {
  const shown = {
    flow: looping,
    selectedId: 'done',
    problems: new Map(),
    states: new Map(),
    taken: new Set(['list:onSuccess']),
  }

  test('shows every step once, with frames of loops below and the followed routes marked', () => {
    const nodes = canvasNodes(shown)
    assert.deepEqual(
      nodes.map(({ id }) => id),
      ['frame:each', 'list', 'each', 'lacks', 'mark', 'done', 'failed', 'lost'],
    )
    assert.deepEqual(
      nodes.filter(({ selected }) => selected).map(({ id }) => id),
      ['done'],
    )
    const edges = canvasEdges(shown)
    assert.equal(edges.find(({ id }) => id === 'each:body')?.sourceHandle, 'body')
    assert.deepEqual(
      edges.filter(({ data }) => data?.isTaken).map(({ id }) => id),
      ['list:onSuccess'],
    )
  })

  test('the layout overlaps no steps, keeps the order of the run, and frames contain their steps', () => {
    const places = layOut(looping)
    const flow = moveNodes(looping, places)
    assertApart(flow)
    const x = (id: string) => places.get(id)?.[0] ?? Number.NaN
    assert(x('list') < x('each') && x('each') < x('done') && x('lacks') < x('mark'))
    const [frame] = framesOf(flow, places)
    assert(frame)
    for (const id of ['lacks', 'mark']) {
      const [left = 0, top = 0] = places.get(id) ?? []
      assert(left > frame.x && top > frame.y && left + nodeSize.width < frame.x + frame.width)
    }
    assert.deepEqual(layOut({ entryNodeId: 'gone', nodes: [] }), new Map())
  })

  test('back edges do not lengthen the layout', () => {
    const back = connect(looping, 'done', 'onSuccess', 'list')
    assert.equal(layOut(back).size, 7)
  })

  test('steps without a position are below those that have one', () => {
    const places = placesOf({ entryNodeId: 'a', nodes: [node('a', { position: [10, 20] }), node('b')] })
    assert.deepEqual(places.get('a'), [10, 20])
    assert((places.get('b')?.[1] ?? 0) > 20 + nodeSize.height)
  })
})

suite('values of a step', () => {
  test('switching to an expression and back keeps the value', () => {
    const fixed = withValue(undefined, 'string', 'hello')
    const expression = toggled(fixed, 'string')
    assert.deepEqual(expression, { type: 'string', value: 'hello', useExpression: true, expression: '"hello"' })
    assert.equal(toggled(expression, 'string')?.value, 'hello')
    assert.equal(toggled(toggled(undefined, 'string'), 'string'), undefined)
  })

  test('plain values, where a step takes them, are read as fixed ones', () => {
    const metadata = { preview: true, cursors: { sort: { 'time.start': 'asc' }, limit: { type: 'number' } } }
    assert.deepEqual(readAt({ metadata }, ['metadata', 'preview']), { type: 'boolean', value: true })
    const sort = readAt({ metadata }, ['metadata', 'cursors', 'sort'])
    assert.deepEqual(
      entriesOf(sort).map(({ key, value }) => [key, value.value]),
      [['time.start', 'asc']],
    )
    assert.deepEqual(readAt({ metadata }, ['metadata', 'cursors', 'limit']), { type: 'number' })
    assert.deepEqual(readAt({ sort: { type: 'asc' } }, ['sort'])?.value, { type: 'asc' })
    assert.equal(readAt({ metadata }, ['metadata', 'filters']), undefined)
  })

  test('a value is set at its path, and empty parents are removed', () => {
    const config = writeAt({}, ['metadata', 'cursors', 'limit'], { type: 'number', value: 5 })
    assert.deepEqual(readAt(config, ['metadata', 'cursors', 'limit']), { type: 'number', value: 5 })
    assert.deepEqual(writeAt(config, ['metadata', 'cursors', 'limit'], undefined), {})
    assert.equal(withValue(undefined, 'string', ''), undefined)
  })

  test('an object is edited as entries, in either stored form', () => {
    const stored = {
      type: 'object' as const,
      value: [{ key: { value: 'title' }, value: { useExpression: true, expression: 'last.title' } }],
    }
    assert.deepEqual(
      entriesOf(stored).map(({ key }) => key),
      ['title'],
    )
    assert.deepEqual(entriesOf({ value: { a: 1 } }), [{ key: 'a', value: { type: 'number', value: 1 } }])
    const written = withEntries({ type: 'any', value: { a: 1 } }, entriesOf({ value: { a: 1 } }))
    assert.equal(written?.type, 'object')
    assert.deepEqual(plainValue(written), { a: 1 })
  })
})

test('edits can be undone and redone; consecutive key strokes are one edit', () => {
  let undo: Undo<string> = nothingDone
  undo = noted(undo, '', 'name', 0)
  undo = noted(undo, 'a', 'name', 100)
  undo = noted(undo, 'ab', undefined, 200)
  const one = undone(undo, 'abc')
  assert.equal(one?.state, 'ab')
  const two = one && undone(one.undo, one.state)
  assert.equal(two?.state, '')
  assert.equal(two && undone(two.undo, two.state), undefined)
  assert.equal(two && redone(two.undo, two.state)?.state, 'ab')
  assert.deepEqual(noted(one?.undo ?? nothingDone, 'x', undefined, 300).future, [])
})

suite('a run', () => {
  const result = (index: number, nodeId: string, more: object = {}) => ({
    executionId: `e${index}`,
    index,
    nodeId,
    nodeType: nodeId === 'each' ? 'foreach' : 'code',
    routeTaken: null,
    durationMs: 10,
    ...more,
  })
  const run: Run = {
    _id: 'r',
    workflowId: 'w',
    trigger: 'manual',
    status: 'running',
    startedAt: null,
    finishedAt: null,
    invokedNodeCount: 4,
    error: null,
    context: { input: { day: 1 } },
    nodeResults: [
      result(0, 'list', { routeTaken: 'onSuccess', output: { data: [1, 2] } }),
      result(1, 'each', { status: 'running' }),
      result(2, 'lacks', { routeTaken: 'onSuccess', output: ['time'], iterations: [0] }),
      result(3, 'mark', { error: { code: 'x', message: 'no' }, iterations: [0] }),
      result(4, 'lacks', { routeTaken: 'onSuccess', output: [], iterations: [1] }),
    ],
  }

  test('the state of each step is known, and which one is running', () => {
    const states = nodeStates(run, looping)
    assert.deepEqual(states.get('lacks'), { status: 'succeeded', count: 2, failed: 0, durationMs: 20 })
    assert.equal(states.get('mark')?.status, 'running', 'the second round came to it')
    assert.equal(states.get('each')?.status, 'running')
    assert.equal(states.get('done'), undefined)
    assert.equal(nodeStates({ ...run, status: 'failed' }, looping).get('mark')?.status, 'failed')
    assert.equal(nodeStates({ ...run, nodeResults: [] }, looping).get('list')?.status, 'running')
    assert.deepEqual([...linksTaken(run)], ['list:onSuccess', 'lacks:onSuccess', 'each:body'])
  })

  test('the input of a step is known, except for the item of a loop', () => {
    const [list, , lacks, mark] = run.nodeResults
    assert(list && lacks && mark)
    assert.deepEqual(lastOf(run, list), { value: { day: 1 } })
    assert.equal(lastOf(run, lacks), undefined)
    assert.deepEqual(lastOf(run, mark), { value: ['time'] })
  })

  test('values of the run complete expressions', () => {
    const variables = variablesFor(looping, 'mark', run)
    assert(variables.some(({ path }) => path === 'item'))
    const names = (before: string) => completionsFor(before, variables)?.options.map(({ path }) => path)
    assert(names('no')?.includes('nodes.list.output'))
    assert(names('nodes.')?.includes('list.output'))
    assert.deepEqual(names('x + nodes.list.output.'), ['data'])
    assert.equal(completionsFor('x + nodes.list.output.da', variables)?.from, 'x + nodes.list.output.'.length)
    assert.equal(names('unknown.'), undefined)
  })

  test('durations are formatted for people', () => {
    assert.deepEqual([7, 1_250, 42_000, 125_000].map(formatDuration), ['7 ms', '1.3 s', '42 s', '2 min 5 s'])
  })
})

test('problems are shown at their step and field', () => {
  const byNode = problemsByNode(
    {
      errors: [
        { pointer: '/nodes/0/config/metadata/cursors/limit/value', code: 'range', message: 'too many' },
        { pointer: '/entryNodeId', code: 'required', message: 'is required' },
      ],
      warnings: [{ pointer: '/nodes/6', code: 'unreachable', message: 'never' }],
    },
    looping.nodes,
  )
  assert.equal(problemAt(byNode.get('list') ?? [], ['config', 'metadata', 'cursors', 'limit']), 'too many')
  assert.equal(problemAt(byNode.get('list') ?? [], ['config', 'url']), undefined)
  assert.deepEqual(byNode.get('')?.[0]?.path, ['entryNodeId'])
  assert.equal(byNode.get('lost')?.[0]?.level, 'warning')
})

suite('triggers', () => {
  const times = (cron: string, zone: string, after: string, count = 2) => {
    const parsed = parseCron(cron)
    assert(parsed, cron)
    return nextTimes(parsed, zone, after, count)
  }

  test('the next times are local to the zone, across a clock change', () => {
    assert.deepEqual(times('0 8 * * *', 'Europe/Paris', '2027-03-27T08:00:00.000Z'), [
      '2027-03-28T06:00:00.000Z',
      '2027-03-29T06:00:00.000Z',
    ])
    assert.deepEqual(times('30 2 28 3 *', 'Europe/Paris', '2027-01-01T00:00:00.000Z', 1), ['2027-03-28T01:00:00.000Z'])
    assert.deepEqual(times('0 12 13 * FRI', 'UTC', '2027-08-01T00:00:00.000Z', 3), [
      '2027-08-06T12:00:00.000Z',
      '2027-08-13T12:00:00.000Z',
      '2027-08-20T12:00:00.000Z',
    ])
    assert.deepEqual(times('0 0 30 2 *', 'UTC', '2027-01-01T00:00:00.000Z'), [])
  })

  test('syntax that only the service supports has no preview', () => {
    for (const cron of ['', '* * * *', '0 0 L * *', '61 * * * *', '5-1 * * * *', '*/0 * * * *', 'x * * * *']) {
      assert.equal(parseCron(cron), undefined, cron)
    }
    assert.equal(cronInWords('0 0 L * *', 'en'), '0 0 L * *')
  })

  test('triggers are described in three languages', () => {
    assert.equal(cronInWords('0 8 * * MON-FRI', 'en'), 'Monday to Friday at 08:00')
    assert.equal(cronInWords('0 8 * * 1-5', 'fr'), 'Lundi au vendredi à 08:00')
    assert.equal(cronInWords('0 8 2-4 7 *', 'fr'), 'Le 2 au 4 juillet à 08:00')
    assert.equal(cronInWords('*/15 * * * *', 'es'), 'Cada 15 minutos')
    assert.equal(cronInWords('0 */6 * * *', 'fr'), 'Toutes les 6 heures')
    assert.equal(cronInWords('0 9,18 * * *', 'en'), 'Every day at 09:00 and 18:00')
    assert.equal(intervalInWords(3_600, 'fr'), 'Chaque heure')
    assert.equal(intervalInWords(5_400, 'en'), 'Every 90 minutes')
  })

  test('the next run is computed where possible', () => {
    const at = { zone: 'UTC', now: '2027-07-02T10:00:00.000Z', lastStart: '2027-07-02T09:30:00.000Z' }
    assert.equal(nextDue({ type: 'interval', everySeconds: 3_600 }, at), '2027-07-02T10:30:00.000Z')
    assert.equal(nextDue({ type: 'interval', everySeconds: 3_600 }, { ...at, lastStart: null }), undefined)
    assert.equal(nextDue({ type: 'once', at: '2027-07-01T00:00:00.000Z' }, at), undefined)
    assert.equal(nextDue({ type: 'manual' }, at), undefined)
  })
})

test('templates are valid in every language', () => {
  for (const name of templateNames) {
    for (const language of ['en', 'fr', 'es'] as const) {
      const { entryNodeId = null, nodes } = templateOf(name, language, 'Europe/Paris')
      const flow: Flow = { entryNodeId, nodes }
      assert.deepEqual([...unreachable(flow)], [], name)
      if (nodes.length > 0) assertApart(flow)
    }
  }
})

function assertApart(flow: Flow): void {
  const places = [...placesOf(flow)]
  for (const [one, [x, y]] of places) {
    for (const [other, [ox, oy]] of places) {
      const isApart = Math.abs(x - ox) >= nodeSize.width || Math.abs(y - oy) >= nodeSize.height
      assert(one === other || isApart, `${one} lies on ${other}`)
    }
  }
}
