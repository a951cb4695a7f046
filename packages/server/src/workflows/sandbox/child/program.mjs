/**
 * Runs one job in a fresh VM. The result is data: the values as JSON, or an error. `isSpent` requests the end of this
 * process: after a program that exceeded a limit of time, memory or depth, nothing here can be trusted.
 */
export function runProgram(vm, job, limits) {
  vm.allowMs(job.limitMs)
  try {
    const answer = evaluateAll(vm, job, limits)
    const isSpent = vm.isFull() || answer.reason === 'timeout'
    return { ...answer, isSpent, logs: logsOf(vm, limits) }
  } catch (error) {
    return { ...hostFailure(error, vm, limits), isSpent: true, logs: [] }
  }
}

/** The result for a program that was stopped. */
export function timedOut(job) {
  return { ...failure('timeout', tooLong(job), reached), isSpent: true, logs: [] }
}

/** The expression that is being evaluated, for the error when it is stopped. */
const reached = { index: undefined }

function evaluateAll(vm, job, limits) {
  const { context } = vm
  const isSet = job.kind === 'expressions'
  const begun = vm.begin(job.variables)
  if (begun.error) return explain(vm, begun.error, { job, limits })
  const values = []
  let bytesLeft = limits.outputBytes
  let stepsLeft = limits.pendingJobs
  for (const [index, source] of job.sources.entries()) {
    reached.index = isSet ? index : undefined
    const at = { job, limits, source, ...(isSet ? { index } : {}) }
    const run = context.evalCode(isSet ? asExpression(source) : asBody(source), fileName, asScript)
    if (run.error) return explain(vm, run.error, at)
    const { text, steps, error, problem } = settle(vm, run.value, stepsLeft, limits)
    // An interrupt rejects the promise of an async function, and a program can catch that.
    if (vm.isInterrupted()) return failure('timeout', tooLong(job), at)
    if (problem) return failure('error', problem, at)
    if (error) return explain(vm, error, at)
    const json = text.slice(1)
    if (text.startsWith('-')) return verdict(vm, JSON.parse(json), at)
    bytesLeft -= Buffer.byteLength(json)
    stepsLeft -= steps
    if (text.startsWith('>') || bytesLeft < 0) return failure('output_too_large', tooLarge(limits), at)
    values.push(json)
  }
  return { ok: true, values }
}

/** Runs pending promise jobs, until the text of the value is there. */
function settle(vm, value, maxSteps, limits) {
  const { context, runtime } = vm
  const asked = vm.settle(value)
  if (asked.error) return asked
  // One step is our own, which awaits the value.
  const run = runtime.executePendingJobs(maxSteps + 1)
  if (run.error) return run
  const state = context.getPromiseState(asked.value)
  if (state.type === 'fulfilled') return { text: context.getString(state.value), steps: run.value - 1 }
  if (state.type === 'rejected') return state
  if (!runtime.hasPendingJob()) return { problem: 'The program waits for a promise that never settles.' }
  return { problem: `The promises of the program took more than ${limits.pendingJobs} steps.` }
}

/** Lets the guest describe what was thrown. */
function explain(vm, error, at) {
  if (vm.isInterrupted()) return failure('timeout', tooLong(at.job), at)
  const asked = vm.describe(error)
  if (vm.isInterrupted()) return failure('timeout', tooLong(at.job), at)
  return verdict(vm, asked.error ? unspeakable : JSON.parse(vm.context.getString(asked.value)), at)
}

function verdict(vm, described, at) {
  const { limits, source } = at
  // Without memory even for an error, the engine throws null.
  const isAboutMemory = described.name ? described.message === 'out of memory' : true
  if (vm.isFull() && isAboutMemory) return failure('memory', tooBig(limits), at)
  return failure('error', messageOf(described, source, limits), at)
}

/** Errors thrown by the engine itself: out of memory, stack overflow, or a bug that the program triggered. */
function hostFailure(error, vm, limits) {
  if (vm.isFull()) return failure('memory', tooBig(limits), {})
  if (error instanceof RangeError) return failure('error', 'The program is nested too deeply: stack overflow.', {})
  return failure('crashed', 'The program crashed the engine.', {})
}

function messageOf({ what, name, message, stack }, source = '', limits) {
  const head = what ?? name ?? 'Thrown'
  const line = source.includes('\n') ? lineIn.exec(stack ?? '')?.[1] : undefined
  return cutBytes(`${head}: ${message}`, limits.messageBytes - 20) + (line ? ` (line ${line})` : '')
}

function logsOf(vm, limits) {
  vm.allowMs(timeForLogsMs)
  const asked = vm.logs()
  if (asked.error) return []
  const { isCut, lines } = JSON.parse(vm.context.getString(asked.value))
  const kept = []
  let bytesLeft = limits.logBytes
  for (const line of lines) {
    const part = cutBytes(line, bytesLeft)
    bytesLeft -= Buffer.byteLength(part) + 1
    kept.push(part)
    if (bytesLeft <= 0) break
  }
  return isCut || bytesLeft <= 0 ? [...kept, 'The output was longer and is truncated here.'] : kept
}

/** The longest beginning of a text within a number of bytes, without characters that cannot be stored: NUL and lone surrogates. */
function cutBytes(given, bytes) {
  const text = given.toWellFormed().replaceAll('\0', '\uFFFD')
  if (Buffer.byteLength(text) <= bytes) return text
  return Buffer.from(text)
    .subarray(0, Math.max(0, bytes))
    .toString()
    .replace(/\uFFFD+$/, '')
}

const failure = (reason, message, { index }) => ({
  ok: false,
  reason,
  message,
  ...(index === undefined ? {} : { index }),
})
const tooLong = ({ limitMs }) => `The program took longer than ${limitMs} ms.`
const tooBig = ({ memoryBytes }) => `The program needs more memory than ${memoryBytes / 1_048_576} MiB.`
const tooLarge = ({ outputBytes }) => `The result is larger than ${outputBytes / 1_024} KiB.`

// On the first line, so that line numbers in errors are those of the source. The line break ends a comment.
const asExpression = (source) => `(function () { return (${source}\n) })()`
const asBody = (source) => `(async function () {${source}\n})()`

const unspeakable = { message: 'something that cannot be shown' }
const fileName = 'program'
const lineIn = /\bprogram:(\d+)/
const asScript = { type: 'global', strict: true }
const timeForLogsMs = 50
