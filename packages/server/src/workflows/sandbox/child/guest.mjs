/**
 * Our only code inside the VM. Its text is evaluated there before any program; here it is never called. It captures the built-ins it uses
 * first, because a program may replace every one of them. It has no function of the host, and its output
 * consists of texts of bounded length.
 */
export function guest(limits) {
  const { parse, stringify } = JSON
  const { freeze, defineProperty, keys, values } = Object
  const { apply } = Reflect
  const { slice } = String.prototype
  const GuestError = Error
  const text = String

  const cut = (value, length) => (value.length > length ? apply(slice, value, [0, length]) : value)

  /** The variables become read-only globals, so that one expression cannot affect the next. */
  const begin = (json, ...seed) => {
    sowRandom(seed)
    const variables = parse(json)
    freezeAll(variables)
    for (const name of keys(variables)) defineProperty(globalThis, name, { value: variables[name], enumerable: true })
  }

  // A list instead of recursion: the depth of the data must not matter.
  const freezeAll = (root) => {
    const found = [root]
    for (let next = 0; next < found.length; next++) {
      const inners = values(found[next])
      for (let at = 0; at < inners.length; at++) {
        const inner = inners[at]
        if (typeof inner === 'object' && inner !== null) found[found.length] = inner
      }
      freeze(found[next])
    }
  }

  /** `JSON.stringify` omits values that JSON does not have; a program that returns a function gets an error instead. */
  const refuseUnspeakable = (key, value) => {
    const type = typeof value
    if (type !== 'function' && type !== 'symbol' && type !== 'bigint') return value
    throw new GuestError(key === '' ? `it is a ${type}` : `"${cut(key, 100)}" is a ${type}`)
  }

  /** Awaits a value and returns it as JSON after a `+`, `>` when that is too long, or the error after a `-`. */
  const settle = async (value) => {
    let result
    try {
      result = await value
    } catch (error) {
      return `-${describe(error)}`
    }
    try {
      const json = stringify(result, refuseUnspeakable) ?? 'null'
      return json.length > limits.outputBytes ? '>' : `+${json}`
    } catch (error) {
      return `-${describe(error, 'The result cannot be made JSON')}`
    }
  }

  /** The thrown value as JSON: an error with its name and position, or anything else as text. */
  const describe = (thrown, what) => {
    const said = { __proto__: null, what }
    try {
      const isObject = typeof thrown === 'object' && thrown !== null
      const { name, message, stack } = isObject ? thrown : said
      if (typeof name === 'string') said.name = cut(name, limits.messageBytes)
      if (typeof stack === 'string') said.stack = cut(stack, limits.messageBytes)
      said.message = cut(typeof message === 'string' ? message : show(thrown), limits.messageBytes)
    } catch {
      said.message = 'something that cannot be shown'
    }
    return stringify(said)
  }

  const show = (value) => {
    if (typeof value === 'string') return value
    if (value instanceof GuestError) return `${value.name}: ${value.message}`
    return stringify(value) ?? text(value)
  }

  let lines = ''
  let isCut = false
  let left = limits.logBytes

  const log = (...values) => {
    if (isCut) return
    let line = ''
    for (let at = 0; at < values.length; at++) {
      if (at > 0) line += ' '
      try {
        line += show(values[at])
      } catch {
        line += '(cannot be shown)'
      }
    }
    isCut = line.length >= left
    const kept = cut(line, left)
    left -= kept.length + 1
    lines += `${lines === '' ? '' : ','}${stringify(kept)}`
  }
  const logs = () => `{"isCut":${isCut},"lines":[${lines}]}`
  globalThis.console = { log, info: log, warn: log, error: log, debug: log }

  // The engine seeds its own generator once, when the VM is created, so that every job would get the same numbers.
  const sowRandom = ([seedA, seedB, seedC]) => {
    let [a, b, c, count] = [seedA, seedB, seedC, 1]
    const next = () => {
      const sum = (a + b + count) | 0
      count = (count + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + sum) | 0
      return sum >>> 0
    }
    for (let turn = 0; turn < 12; turn++) next()
    Math.random = () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992
  }

  return { begin, settle, describe, logs }
}
