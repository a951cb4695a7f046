import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createSandbox, type SandboxOutcome, type SandboxPool } from '../../src/workflows/sandbox/index.ts'

let sandbox: SandboxPool
const failures: unknown[] = []

before(async () => {
  sandbox = createSandbox({ onError: (error) => failures.push(error) })
  await sandbox.warm()
})

after(async () => {
  await sandbox.close()
  assert.deepEqual(failures, [])
})

const evaluate = (sources: string[], variables: Record<string, unknown> = {}, limitMs = 2_000) =>
  sandbox.run({ kind: 'expressions', sources, variables, limitMs })
const runCode = (source: string, variables: Record<string, unknown> = {}, limitMs = 2_000) =>
  sandbox.run({ kind: 'code', source, variables, limitMs })

test('every expression returns one value, in order', async () => {
  const variables = { item: { title: 'Opening', tags: ['a', 'b'] }, index: 3 }
  const sources = ['item.title', 'index + 1', 'item.tags.map((tag) => tag.toUpperCase())', '{ n: index }', 'null']
  assert.deepEqual(valuesOf(await evaluate(sources, variables)), ['Opening', 4, ['A', 'B'], { n: 3 }, null])
  assert.deepEqual(valuesOf(await evaluate([])), [])
})

test('an expression can span lines, end in a comment and contain a function', async () => {
  const sources = ['1 +\n2 // three', '(() => { const a = 2; return a * 2 })()', '/* one */ 1', 'input?.a?.b ?? "none"']
  assert.deepEqual(valuesOf(await evaluate(sources, { input: null })), [3, 4, 1, 'none'])
})

test('code is the body of an async function', async () => {
  assert.deepEqual(valuesOf(await runCode('const { a } = input\nreturn a * 2', { input: { a: 21 } })), [42])
  assert.deepEqual(valuesOf(await runCode('const one = await Promise.resolve(1); return one + 1')), [2])
  assert.deepEqual(
    valuesOf(
      await runCode('const f = async (n) => n; let sum = 0; for (const n of [1, 2]) sum += await f(n); return sum'),
    ),
    [3],
  )
  assert.deepEqual(valuesOf(await runCode('// nothing')), [null])
})

test('promises are awaited, and one that never settles is an error', async () => {
  assert.deepEqual(valuesOf(await evaluate(['Promise.resolve(1)', '({ then: (done) => done(2) })'])), [1, 2])
  assert.deepEqual(failureOf(await evaluate(['1', 'Promise.reject(new TypeError("no"))'])), [
    'error',
    'TypeError: no',
    1,
  ])
  const never = 'The program waits for a promise that never settles.'
  assert.deepEqual(failureOf(await evaluate(['new Promise(() => {})'])), ['error', never, 0])
  assert.deepEqual(failureOf(await runCode('await new Promise(() => {})')), ['error', never, undefined])
})

test('promises can take at most 1,000 steps in total', async () => {
  assert.deepEqual(valuesOf(await runCode('for (let i = 0; i < 990; i++) await i; return "done"')), ['done'])
  const tooMany = 'The promises of the program took more than 1000 steps.'
  assert.deepEqual(failureOf(await runCode('for (let i = 0; i < 1_001; i++) await i')), ['error', tooMany, undefined])
  const some = '(async () => { for (let i = 0; i < 490; i++) await i; return "done" })()'
  assert.deepEqual(failureOf(await evaluate([some, some, some])), ['error', tooMany, 2])
})

test('results are converted as by JSON', async () => {
  const sources = [
    'undefined',
    'new Date(0)',
    '({ a: undefined, b: [undefined], c: new Date(1) })',
    'NaN',
    '"\\u00e9 \\ud83d\\ude00"',
    '-0.5',
    '({ toJSON: () => ({ x: 1 }) })',
  ]
  assert.deepEqual(valuesOf(await evaluate(sources)), [
    null,
    '1970-01-01T00:00:00.000Z',
    { b: [null], c: '1970-01-01T00:00:00.001Z' },
    null,
    'é 😀',
    -0.5,
    { x: 1 },
  ])
})

test('a result that JSON cannot represent is an error', async () => {
  const cases = {
    '() => 1': 'The result cannot be made JSON: it is a function',
    'Symbol("x")': 'The result cannot be made JSON: it is a symbol',
    '1n': 'The result cannot be made JSON: it is a bigint',
    '({ a: { go() {} } })': 'The result cannot be made JSON: "go" is a function',
    '[1, 2n]': 'The result cannot be made JSON: "1" is a bigint',
    '(() => { const a = {}; a.a = a; return a })()': 'The result cannot be made JSON: circular reference',
    '2 ** 60': 'The result cannot be stored: it is too large a number to be stored exactly.',
    '({ a: ["\\0"] })': 'The result cannot be stored: /a/0 must not contain a NUL character.',
    'JSON.parse(`{"__proto__": 1}`)': 'The result cannot be stored: /__proto__ is not a valid field name.',
  }
  for (const [source, message] of Object.entries(cases)) {
    assert.deepEqual(failureOf(await evaluate(['1', source])), ['error', message, 1])
  }
})

test('an error has its name, its message and the line in the source', async () => {
  assert.deepEqual(failureOf(await runCode('const a = 1\n\nmissing(a)')), [
    'error',
    "ReferenceError: 'missing' is not defined (line 3)",
    undefined,
  ])
  assert.deepEqual(failureOf(await runCode('const f = () => {\n  throw new RangeError("far")\n}\nawait f()')), [
    'error',
    'RangeError: far (line 2)',
    undefined,
  ])
  assert.deepEqual(failureOf(await evaluate(['1', 'input.a.b'], { input: {} })), [
    'error',
    "TypeError: cannot read property 'b' of undefined",
    1,
  ])
  assert.deepEqual(failureOf(await runCode('throw "text"')), ['error', 'Thrown: text', undefined])
  assert.deepEqual(failureOf(await runCode('throw { code: 7 }')), ['error', 'Thrown: {"code":7}', undefined])
  assert.deepEqual(failureOf(await runCode('throw null')), ['error', 'Thrown: null', undefined])
})

test('a syntax error is an error with its line', async () => {
  const [reason, message] = failureOf(await runCode('const a = 1\nconst b = = 2'))
  assert.equal(reason, 'error')
  assert.match(message, /^SyntaxError: .* \(line 2\)$/)
  assert.equal(failureOf(await evaluate(['1; 2']))[0], 'error')
  assert.equal(failureOf(await evaluate(['']))[0], 'error')
  assert.equal(failureOf(await runCode('import fs from "fs"'))[0], 'error')
})

test('variables are read-only at any depth', async () => {
  const variables = { input: { list: [{ a: 1 }] } }
  for (const source of ['input = 1', 'input.x = 1', 'input.list.push(1)', 'input.list[0].a = 2', 'delete input.list']) {
    assert.match(failureOf(await runCode(source, variables))[1], /^TypeError: /, source)
  }
  assert.deepEqual(valuesOf(await runCode('return input.list.map(({ a }) => ({ a: a + 1 }))', variables)), [[{ a: 2 }]])
  const sources = ['(() => { try { input.list.length = 0 } catch {} return 1 })()', 'input.list.length']
  assert.deepEqual(valuesOf(await evaluate(sources, variables)), [1, 1])
})

test('text in variables is data: nothing in it is evaluated', async () => {
  const nasty = ['{{7*7}}', `\${7*7}`, `"\${1}"`, '");process.exit();("', '</script>', '\u2028', "'", '\\', '__proto__']
  const values = valuesOf(await evaluate(['input', 'input.join("")', 'String(input[1])'], { input: nasty }))
  assert.deepEqual(values, [nasty, nasty.join(''), `\${7*7}`])
})

test('a key such as __proto__ in a variable is an ordinary key and changes no prototype', async () => {
  const input: unknown = JSON.parse(
    '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
  )
  const sources = ['typeof ({}).polluted', 'Object.keys(input).length', 'typeof input.polluted']
  assert.deepEqual(valuesOf(await evaluate(sources, { input })), ['undefined', 2, 'undefined'])
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

test('a variable is sent to a program that names it, or that could access it without its name', async () => {
  const variables = { item: 1, nodes: 2, last: undefined }
  assert.deepEqual(valuesOf(await runCode('return [typeof item, item]', variables)), [['number', 1]])
  assert.deepEqual(valuesOf(await runCode('return Object.keys(globalThis)', variables)), [
    ['console', 'item', 'nodes', 'last'],
  ])
  assert.deepEqual(valuesOf(await evaluate(['eval("no" + "des")', '\\u0069tem', 'last'], variables)), [2, 1, null])
})

test('only sent variables count as input', async () => {
  const variables = { item: 1, nodes: 'x'.repeat(2_000_000) }
  assert.deepEqual(valuesOf(await evaluate(['item'], variables)), [1])
  assert.deepEqual(failureOf(await evaluate(['nodes.length'], variables)), [
    'input_too_large',
    'The input is larger than 1024 KiB.',
    undefined,
  ])
})

test('at most a MiB of input and 256 KiB of output are accepted', async () => {
  const input = 'x'.repeat(1_048_576 - '{"input":""}'.length)
  assert.deepEqual(valuesOf(await evaluate(['input.length'], { input })), [input.length])
  assert.equal(failureOf(await evaluate(['input.length'], { input: `${input}x` }))[0], 'input_too_large')
  assert.deepEqual(valuesOf(await evaluate(['"x".repeat(262142)'])), ['x'.repeat(262_142)])
  const tooLarge = ['output_too_large', 'The result is larger than 256 KiB.', 0]
  assert.deepEqual(failureOf(await evaluate(['"x".repeat(262143)'])), tooLarge)
  assert.deepEqual(failureOf(await evaluate(['"\\u20ac".repeat(100000)'])), tooLarge)
  const half = '"x".repeat(131070)'
  assert.equal(valuesOf(await evaluate([half, half])).length, 2)
  assert.deepEqual(failureOf(await evaluate([half, half, '1'])), [...tooLarge.slice(0, 2), 2])
})

test('a source is at most 64 KiB', async () => {
  const source = (bytes: number) => `return 1${' '.repeat(bytes - 8)}`
  assert.deepEqual(valuesOf(await runCode(source(65_536))), [1])
  assert.deepEqual(failureOf(await runCode(source(65_537))), [
    'input_too_large',
    'The source is longer than 64 KiB.',
    undefined,
  ])
  assert.equal(failureOf(await evaluate(['1', '1'.repeat(65_537)]))[2], 1)
  assert.equal(failureOf(await evaluate(Array(1_001).fill('1')))[0], 'input_too_large')
})

test('printed lines are returned with the result, and with a failure', async () => {
  const source =
    'console.log("a", 1, { b: [2] }); console.info(new Error("e")); console.warn(undefined); console.error("z")'
  const lines = ['a 1 {"b":[2]}', 'Error: e', 'undefined', 'z']
  assert.deepEqual((await runCode(source)).logs, lines)
  assert.deepEqual((await runCode(`${source}; throw 1`)).logs, lines)
  assert.deepEqual((await runCode(`${source}; for (;;);`, {}, 200)).logs, lines)
  assert.deepEqual((await evaluate(['console.log("one")', 'console.log("two")'])).logs, ['one', 'two'])
})

test('printed lines are truncated at 16 KiB, with a note', async () => {
  const { logs } = await runCode('for (let i = 0; i < 5000; i++) console.log("line " + i)')
  assert.equal(logs[0], 'line 0')
  assert.equal(logs.at(-1), 'The output was longer and is truncated here.')
  assert(Buffer.byteLength(logs.slice(0, -1).join('\n')) <= 16_384)
  const wide = (await runCode('console.log("\\u20ac".repeat(10000))')).logs
  assert.equal(wide[0], '€'.repeat(5_461))
  const odd = (await runCode('console.log("a\\0b\\ud800")')).logs
  assert.deepEqual(odd, ['a\uFFFDb\uFFFD'])
})

test('a program over its time limit is stopped with an error', async () => {
  assert.deepEqual(failureOf(await runCode('for (;;);', {}, 150)), [
    'timeout',
    'The program took longer than 150 ms.',
    undefined,
  ])
  assert.deepEqual(failureOf(await evaluate(['1', '(() => { for (;;); })()'], {}, 150)), [
    'timeout',
    'The program took longer than 150 ms.',
    1,
  ])
})

test('a program that needs more than 64 MiB is stopped with an error', async () => {
  const tooBig = ['memory', 'The program needs more memory than 64 MiB.']
  const bombs = ['const a = []; for (;;) a.push(new Uint8Array(1e6))', 'return new ArrayBuffer(1e9)']
  for (const bomb of bombs) {
    assert.deepEqual(failureOf(await runCode(bomb, {}, 5_000)).slice(0, 2), tooBig, bomb)
    assert.deepEqual(failureOf(await evaluate([`(() => { ${bomb} })()`], {}, 5_000)), [...tooBig, 0], bomb)
  }
  assert.deepEqual(valuesOf(await runCode('return new Uint8Array(40e6).length', {}, 5_000)), [40e6])
})

test('a program that catches an out-of-memory error can continue with less', async () => {
  const source = 'try { new ArrayBuffer(1e9) } catch (error) { return error.message }'
  assert.deepEqual(valuesOf(await runCode(source)), ['out of memory'])
})

test('time is in UTC, and random numbers differ between jobs', async () => {
  const sources = [
    'new Date(2024, 5, 1, 12).toISOString()',
    'new Date(0).getTimezoneOffset()',
    'Math.abs(Date.now()) > 0',
  ]
  assert.deepEqual(valuesOf(await evaluate(sources)), ['2024-06-01T12:00:00.000Z', 0, true])
  const draws = await Promise.all(Array.from({ length: 50 }, () => evaluate(['[Math.random(), Math.random()]'])))
  const numbers = draws.flatMap(valuesOf).flat()
  assert.equal(new Set(numbers).size, 100)
  for (const n of numbers) assert(typeof n === 'number' && n >= 0 && n < 1)
})

test('nothing of a job remains for the next', async () => {
  const leave = 'globalThis.left = "secret"; Array.prototype.left = 1; Math.random = () => 4; return 1'
  const look = '[typeof left, typeof [].left, Math.random() === 4]'
  for (const _ of [1, 2, 3]) {
    await Promise.all([runCode(leave), runCode(leave)])
    const seen = await Promise.all([evaluate([look]), evaluate([look])])
    assert.deepEqual(seen.flatMap(valuesOf), [
      ['undefined', 'undefined', false],
      ['undefined', 'undefined', false],
    ])
  }
})

function valuesOf(outcome: SandboxOutcome): unknown[] {
  assert(outcome.ok, JSON.stringify(outcome))
  return outcome.values
}

function failureOf(outcome: SandboxOutcome): [string, string, number | undefined] {
  assert(!outcome.ok, JSON.stringify(outcome).slice(0, 500))
  return [outcome.reason, outcome.message, outcome.index]
}
