/** A malicious program: the body of an async function. */
export interface HostileProgram {
  name: string
  source: string
}

/** Infinite loops that must be terminated: no result is acceptable. */
export const endless: HostileProgram[] = named('endless', {
  'while loop': 'while (true) {}',
  'for loop': 'for (;;);',
  'do loop': 'do {} while (1)',
  'labelled continue': 'again: for (;;) { for (;;) continue again }',
  'loop in eval': 'eval("for (;;);")',
  'loop in Function': 'new Function("for (;;);")()',
  'loop that catches its interruption': 'for (;;) { try { for (;;); } catch {} }',
  'loop in finally': 'try { for (;;); } finally { for (;;); }',
  'async loop that catches its interruption':
    'const f = async () => { for (;;); }; for (;;) { try { await f() } catch {} }',
  'recursion that catches its overflow': '(function f() { try { f() } catch { f() } })()',
  'recursion in finally': '(function f() { try { f() } finally { f() } })()',
  'generator without end': 'for (const x of (function* () { for (;;) yield 1 })()) x',
  'iterator without end into an array': 'Array.from({ [Symbol.iterator]: () => ({ next: () => ({}) }) })',
  'iterator without end into a set': 'new Set({ [Symbol.iterator]: () => ({ next: () => ({ value: {} }) }) })',
  'iterator without end into arguments': 'Math.max(...{ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }) }) })',
  'iterator without end into Promise.all':
    'await Promise.all({ [Symbol.iterator]: () => ({ next: () => ({ value: 1 }) }) })',
  'loop in a getter of the result': 'return { get a() { for (;;); } }',
  'loop in toJSON of the result': 'return { toJSON() { for (;;); } }',
  'loop in then of the result': 'return { then() { for (;;); } }',
  'loop in the getter of then': 'return { get then() { for (;;); } }',
  'loop in a proxied result': 'return new Proxy([], { get() { for (;;); } })',
  'loop in the message of an error': 'throw { get message() { for (;;); } }',
  'loop in the name of an error': 'throw Object.defineProperty(new Error(), "name", { get() { for (;;); } })',
  'loop in the stack of an error': 'throw Object.defineProperty(new Error(), "stack", { get() { for (;;); } })',
  'loop in what is logged': 'console.log({ toJSON() { for (;;); } })',
  'loop in a comparison': '[3, 2, 1].sort(() => { for (;;); })',
  'loop in a replacement': '"a".replace(/a/, () => { for (;;); })',
  'loop in valueOf': '+{ valueOf() { for (;;); } }',
  'loop in toPrimitive': '"" + { [Symbol.toPrimitive]() { for (;;); } }',
  'loop in a static block': 'class A { static { for (;;); } }',
  'loop in a species': 'class A extends Array { static get [Symbol.species]() { for (;;); } } new A(1).map(() => 1)',
  'loop in a proxy trap': 'new Proxy(function () {}, { apply() { for (;;); } })()',
  'loop in a reviver': 'JSON.parse("[1]", () => { for (;;); })',
  'loop in a setter on Array.prototype':
    'Object.defineProperty(Array.prototype, 0, { set() { for (;;); } }); const a = []; a[0] = 1',
})

/** One very slow call of a built-in, during which the engine calls no interrupt handler. */
export const slow: HostileProgram[] = named('slow', {
  'indexOf over and over': 'const big = "x".repeat(1e7); for (;;) big.indexOf("y".repeat(10))',
  'indexOf of a long text': 'return ("a".repeat(2e7)).indexOf("a".repeat(1e7) + "b")',
  'lastIndexOf of a long text': 'return ("a".repeat(2e7)).lastIndexOf("b" + "a".repeat(1e7))',
  'includes in a long text': 'return ("a".repeat(2e7)).includes("a".repeat(1e7) + "b")',
  'join of nothing': 'return Array(1e9).join("x").length',
  'join of a sparse array': 'const a = []; a.length = 2 ** 32 - 1; return a.join().length',
  'indexOf in what only claims a length': 'return [].indexOf.call({ length: 2 ** 53 - 1 }, 1)',
  'includes in what only claims a length': 'return [].includes.call({ length: 2 ** 53 - 1 }, 1)',
  'reverse of what only claims a length': 'return [].reverse.call({ length: 2 ** 53 - 1 }).length',
  'fill of typed arrays': 'const a = new Uint8Array(3e7); for (;;) a.fill(1)',
  'copies within typed arrays': 'const a = new Uint8Array(3e7); for (;;) a.copyWithin(0, 1)',
  'sorts of typed arrays': 'const a = new Float64Array(3e6).map((_, i) => -i); for (;;) a.sort()',
  'splits of a long text': 'const t = "x".repeat(1e6); for (;;) t.split("")',
  'normalization of a long text': 'const t = "\\u1e9b\\u0323".repeat(1e6); for (;;) t.normalize("NFKD")',
  'power of a BigInt': 'let x = 3n; for (;;) x *= x',
  'digits of a BigInt': 'return (3n ** 3000000n).toString().length',
  'division of BigInts': 'const a = 3n ** 600000n, b = 7n ** 200000n; for (;;) a / b',
  'reading BigInts': 'const t = "9".repeat(2e6); for (;;) BigInt(t)',
  'flat without end': 'const a = Array(1e5).fill([1, 2]); for (;;) a.flat(Infinity)',
  'encoding of a long text': 'const t = "\\u00e9".repeat(1e6); for (;;) encodeURIComponent(t)',
})

export const regexes: HostileProgram[] = named('regex', {
  'nested plus': 'return /^(a+)+$/.test("a".repeat(50) + "!")',
  'adjacent plus': 'return /(x+x+)+y/.test("x".repeat(50))',
  'groups in groups': 'return /^(([a-z])+.)+[A-Z]([a-z])+$/.test("a".repeat(60))',
  'optional many times': `return new RegExp("a?".repeat(40) + "a".repeat(40)).test("a".repeat(39))`,
  'back reference': 'return /(a*)*\\1b/.test("a".repeat(60))',
  'look ahead': 'return /^(?=(a+)+$)(?=(a|aa)+$)/.test("a".repeat(50) + "!")',
  'replace over and over': 'const t = "a".repeat(3e4); for (;;) t.replace(/a*?b/g, "")',
  'exec by hand': 'const r = /(?:)/g; for (;;) { r.lastIndex = 0; r.exec("") }',
})

export const memory: HostileProgram[] = named('memory', {
  texts: 'const a = []; for (;;) a.push("x".repeat(1e5) + a.length)',
  arrays: 'const a = []; for (;;) a.push(new Array(1000).fill(1))',
  'nested arrays': 'let a = []; for (;;) a = [a, a.slice(), 1]',
  'one array': 'const a = []; for (;;) a.push(1)',
  'doubling array': 'let a = [1]; for (;;) a = a.concat(a)',
  objects: 'const a = []; for (;;) a.push({ a: 1, b: { c: 2 } })',
  'property names': 'const o = {}; for (let i = 0; ; i++) o["key" + i] = i',
  symbols: 'const a = []; for (;;) a.push(Symbol("x"))',
  map: 'const m = new Map(); for (let i = 0; ; i++) m.set({}, i)',
  set: 'const s = new Set(); for (let i = 0; ; i++) s.add("k" + i)',
  'typed arrays': 'const a = []; for (;;) a.push(new Uint8Array(1e6))',
  'one buffer': 'return new ArrayBuffer(1e9).byteLength',
  'one growing buffer': 'return new ArrayBuffer(8, { maxByteLength: 4e9 }).resize(4e9)',
  'shared buffers': 'const a = []; for (;;) a.push(new SharedArrayBuffer(1e6))',
  BigInts: 'const a = []; for (;;) a.push(1n << 1000000n)',
  closures: 'let f = () => 1; for (;;) { const g = f; f = () => g }',
  generators: 'const a = []; for (;;) a.push((function* () { yield 1 })())',
  functions: 'const a = []; for (;;) a.push(new Function("return " + a.length))',
  errors: 'const a = []; for (;;) a.push(new Error("x".repeat(1000) + a.length))',
  regexes: 'const a = []; for (;;) a.push(new RegExp("a{" + (a.length % 100) + "}".repeat(1)))',
  promises: 'const a = []; for (;;) a.push(new Promise(() => {}))',
  'arguments of a call': 'return (function () { return arguments.length }).apply(null, { length: 1e8 })',
  'array from a length': 'return Array.from({ length: 1e8 }).length',
  'array of holes filled': 'return new Array(5e7).fill(0).length',
  'escapes of JSON': 'return JSON.stringify("\\u0001".repeat(2e7)).length',
  'text from its codes': 'let t = ""; for (;;) t += String.fromCharCode(...new Array(1e4).fill(0x1234))',
  'flattened ropes': 'let t = "ab"; for (;;) { t = t + t; t.charCodeAt(1) }',
  'going on after being refused':
    'const a = []; for (;;) { try { for (;;) a.push("x".repeat(1e6) + a.length) } catch { a.length = 0 } }',
  'weak references': 'const a = []; for (;;) { const o = {}; a.push(new WeakRef(o), o) }',
})

/** Deep recursion and nesting. They must fail. */
export const deep: HostileProgram[] = named('deep', {
  recursion: '(function f() { f() })()',
  'mutual recursion': 'const f = () => g(); const g = () => f(); f()',
  'recursion through toString': 'const o = { toString() { return "" + this } }; return "" + o',
  'recursion through a getter': 'const o = { get a() { return this.a } }; return o.a',
  'recursion through a proxy': 'const p = new Proxy({}, { get: (_, k, r) => r[k] }); return p.x',
  'recursion through toJSON': 'return { toJSON() { return { a: this } } }',
  'recursion through apply': '(function f() { f.apply(this, arguments) })()',
  'recursion through construct': 'class A { constructor() { new A() } } new A()',
  'recursion through a generator': 'function* f() { yield* f() } [...f()]',
  'recursion through a tag': 'const f = (s) => f`x`; f()',
  'recursion through sort': 'const f = () => [2, 1].sort(f); f()',
  'recursion through replace': 'const f = () => "a".replace(/a/, f); f()',
  'recursion through eval': 'const f = "eval(f)"; eval(f)',
  'recursion through async functions': 'const f = async () => { await f() }; await f()',
  'deep JSON text': 'return JSON.parse("[".repeat(1e5) + "]".repeat(1e5))',
  'deep JSON objects': `return JSON.parse('{"a":'.repeat(1e5) + 1 + "}".repeat(1e5))`,
  'deep result': 'let o = []; for (let i = 0; i < 1e5; i++) o = [o]; return o',
  'result a little too deep': 'let o = []; for (let i = 0; i < 40; i++) o = [o]; return o',
  'deep array as text': 'let o = []; for (let i = 0; i < 1e5; i++) o = [o]; return String(o)',
  'deep array flattened': 'let o = []; for (let i = 0; i < 1e5; i++) o = [o]; return o.flat(Infinity).at(1).x',
  'deep brackets': 'eval("(".repeat(5e4))',
  'deep literals': 'eval("[".repeat(5e4) + "]".repeat(5e4))',
  'deep operators': 'eval("-".repeat(1) + "(-".repeat(3e4))',
  'deep groups of a regex': 'new RegExp("(?:".repeat(1e5) + ")".repeat(1e5)); throw 1',
  'deep bound functions': 'let f = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(); f(); throw 1',
  'deep proxies': 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x; throw 1',
  'deep prototypes': 'let o = {}; for (let i = 0; i < 1e5; i++) o = Object.create(o); o.x; throw 1',
})

/** Programs that never end because of promises. */
export const floods: HostileProgram[] = named('flood', {
  'endless await': 'for (;;) await 1',
  'a promise that never settles': 'await new Promise(() => {})',
  'a result that never settles': 'return new Promise(() => {})',
  'then for ever': 'const f = () => Promise.resolve().then(f); await f()',
  'two promises for ever':
    'const f = () => { Promise.resolve().then(f); Promise.resolve().then(f) }; f(); await new Promise(() => {})',
  'a thenable that gives itself': 'return { then(done) { done(this) } }',
  'a chain that waits for itself': 'let p; p = Promise.resolve().then(() => p); return p',
  'many promises at once': 'await Promise.all(Array.from({ length: 1e5 }, async () => 1)); throw 1',
  'an async generator without end': 'for await (const x of (async function* () { for (;;) yield 1 })()) x',
  'rejections nobody handles': 'for (;;) Promise.reject(new Error("x"))',
})

/** Programs whose results attack their reader, for example by size. */
export const giants: HostileProgram[] = named('giant', {
  text: 'return "x".repeat(300000)',
  'text of wide characters': 'return "\\u20ac".repeat(100000)',
  'text that grows when escaped': 'return "\\u0001".repeat(100000)',
  'the largest text there is': 'return "x".repeat(5e7)',
  array: 'return new Array(200000).fill(1)',
  'array of holes': 'return new Array(1e9)',
  object: 'return Object.fromEntries(Array.from({ length: 50000 }, (_, i) => ["k" + i, i]))',
  key: 'return { ["k".repeat(300000)]: 1 }',
  'one text many times': 'const t = "x".repeat(1e6); return Array(1000).fill(t)',
  'toJSON of much': 'return { toJSON: () => "x".repeat(1e7) }',
  'a typed array': 'return new Uint8Array(1e6)',
  message: 'throw new Error("x".repeat(1e7))',
  name: 'throw Object.assign(new Error("x"), { name: "N".repeat(1e7) })',
  stack: 'throw Object.assign(new Error("x"), { stack: "S".repeat(1e7) })',
  'a name that changes as it is read':
    'let n = 0; throw { get name() { return n++ ? { toJSON: () => "x".repeat(1e7) } : "a" }, message: "m" }',
  'thrown text': 'throw "x".repeat(1e7)',
  'thrown array': 'throw new Array(1e6).fill("x")',
  'a path in an error': 'throw new Error("at /etc/passwd:1:1")',
  'a NUL': 'return "a\\0b"',
  'half a character': 'return "\\ud800"',
  'a number that is not exact': 'return 2 ** 60',
  '__proto__ as a key': `return JSON.parse('{"__proto__": {"polluted": true}}')`,
  'much output': 'for (let i = 0; i < 1e5; i++) console.log("line", i); throw 1',
  'one line of output': 'console.log("x".repeat(1e7)); throw 1',
  'empty lines of output': 'for (let i = 0; i < 1e5; i++) console.log(); throw 1',
  'output that grows when escaped': 'for (let i = 0; i < 1e4; i++) console.error("\\0\\ud800"); throw 1',
})

/** Programs that try to escape the sandbox. `canary` is a port that must not be connected to. Each must fail or return null. */
export const escapes: HostileProgram[] = named('escape', {
  process: 'return globalThis.process ?? null',
  'process through Function':
    'return (() => {}).constructor("return typeof process === `undefined` ? null : process.env")()',
  'process of a sloppy this': 'return new Function("return this")().process ?? null',
  'process of an async function': 'return await (async () => {}).constructor("return globalThis.process ?? null")()',
  'main module': 'return process.mainModule.require("child_process").execSync("id").toString()',
  'built-in modules': 'return process.getBuiltinModule("fs").readFileSync("/etc/passwd", "utf8")',
  bindings: 'return process.binding("fs").open("/etc/passwd", 0, 0)',
  require: 'return require("fs").readFileSync("/etc/passwd", "utf8")',
  'require of a module': 'return module.constructor._load("fs")',
  'import of node:fs': 'return (await import("node:fs")).readFileSync("/etc/passwd", "utf8")',
  'import of a file': 'return await import("file:///etc/passwd")',
  'import of data': 'return await import("data:text/javascript,export default process")',
  'import from the network': 'return await import("http://127.0.0.1:" + canary)',
  'import meta': 'return eval("import.meta.url")',
  fetch: 'return await fetch("http://127.0.0.1:" + canary)',
  XMLHttpRequest: 'const x = new XMLHttpRequest(); x.open("GET", "http://127.0.0.1:" + canary); x.send()',
  WebSocket: 'return new WebSocket("ws://127.0.0.1:" + canary)',
  EventSource: 'return new EventSource("http://127.0.0.1:" + canary)',
  'a socket': 'return new (require("net").Socket)().connect(canary, "127.0.0.1")',
  timers: 'return await new Promise((done) => setTimeout(done, 1))',
  WebAssembly: 'return new WebAssembly.Memory({ initial: 10000 })',
  'Atomics.wait': 'return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
  Worker: 'return new Worker("data:text/javascript,postMessage(1)")',
  'modules of the engine': 'return std.open("/etc/passwd", "r") ?? os.exec(["id"])',
  'scripts of the engine': 'return loadScript("/etc/passwd") ?? scriptArgs',
  'binary JSON of the engine': 'return bjson.read(new ArrayBuffer(8), 0, 8)',
  'stack frames':
    'Error.prepareStackTrace = (_, frames) => frames; const s = new Error().stack; return Array.isArray(s) ? s[0].getThis() : null',
  'captured stack frames':
    'const o = {}; Error.prepareStackTrace = (_, f) => f; Error.captureStackTrace(o); return o.stack[0].getFunction().caller',
  'callers of a function': 'return new Function("return (function f() { return f.caller })()")()?.caller ?? null',
  'callee of arguments': 'return (function () { return arguments.callee.caller })()',
  'a with statement':
    'return new Function("o", "with (o) { return typeof process === `undefined` ? null : process }")({})',
  'a proxy as the scope':
    'return new Function("o", "with (o) { return secret }")(new Proxy({}, { has: () => true, get: (_, k) => typeof k === "symbol" ? undefined : globalThis.process ?? null }))',
  'a thrown proxy':
    'throw new Proxy(new Error("x"), { get: (_, k, r) => r.constructor.constructor("return process")() })',
  'a proxied prototype': 'throw Object.setPrototypeOf({}, new Proxy({}, { get() { return process } }))',
  'an error that is a function': 'throw Object.assign(() => {}, { message: { toString: () => process } })',
  'a subclass of Function': 'return new (class extends Function {})("return globalThis.process ?? null")()',
  'Function by Reflect': 'return Reflect.construct(Function, ["return globalThis.process ?? null"])()',
  'bound constructors': 'return Function.bind.call(Function, null, "return globalThis.process ?? null")()()',
  'the console': 'return console.log.constructor("return globalThis.process ?? null")()',
  'the console of the host': 'return console._stdout ?? console.Console ?? console.context ?? null',
  'a finalizer': 'new FinalizationRegistry(() => process.exit()).register({}, 1); return null',
  'inspection by the host':
    'return { [Symbol.for("nodejs.util.inspect.custom")]: process.exit, toJSON: null, a: globalThis.process ?? null }.a',
})

/** Prototype pollution. They may succeed, but must not affect other programs. */
export const poisons: HostileProgram[] = named('poison', {
  'Object.prototype': 'Object.prototype.polluted = 1; return {}',
  'the prototype of a variable': 'Object.getPrototypeOf(input).polluted = 1; return {}',
  'the __proto__ of an object': '({}).__proto__.polluted = 1; return {}',
  'constructor.prototype': 'input.constructor.prototype.polluted = 1; return {}',
  'Array.prototype': 'Array.prototype.polluted = 1; Array.prototype.map = () => "stolen"; return [1]',
  toJSON: 'Object.prototype.toJSON = () => "stolen"; Array.prototype.toJSON = () => "stolen"; return {}',
  'JSON.stringify': 'JSON.stringify = () => "stolen"; JSON.parse = () => "stolen"; return {}',
  'a then for everything': 'Object.prototype.then = (done) => done("stolen"); return {}',
  'Promise.prototype.then': 'Promise.prototype.then = () => "stolen"; return {}',
  Promise: 'globalThis.Promise = null; globalThis.Error = null; globalThis.String = null; return {}',
  'Symbol.iterator': 'Array.prototype[Symbol.iterator] = () => "stolen"; return [1]',
  'String.prototype': 'String.prototype.slice = () => "stolen"; String.prototype.length = 0; return "a"',
  'setters of indices': 'Object.defineProperty(Array.prototype, 0, { set() { throw 1 } }); console.log(1); return 1',
  'Function.prototype': 'Function.prototype.call = Function.prototype.apply = () => "stolen"; return {}',
  'all of the globals':
    'for (const k of Object.getOwnPropertyNames(globalThis)) try { globalThis[k] = "stolen" } catch {} return {}',
  'a frozen world': 'Object.freeze(globalThis); Object.freeze(Object.prototype); return {}',
  NODE_OPTIONS: 'Object.prototype.NODE_OPTIONS = "--inspect"; Object.prototype.shell = "/bin/sh"; return {}',
})

/**
 * Expressions that reach a function constructor from a common value, and use it to look for the host. Each must evaluate to
 * 'undefined' or throw.
 */
export function climbs(): string[] {
  const starts = [
    ...['input', 'console', 'console.log', 'globalThis', 'JSON', 'Math', 'Reflect', '[]', '({})', '""', '(0)', 'true'],
    ...[
      '1n',
      'Symbol()',
      '(() => {})',
      '(async () => {})',
      '(function* () {})',
      '(async function* () {})',
      '(class {})',
    ],
    ...['/x/', 'new Date()', 'new Map()', 'new Set()', 'new Error()', 'Promise.resolve()', 'new Proxy({}, {})'],
    ...['new WeakRef({})', 'new ArrayBuffer(1)', 'new Uint8Array(1)', '(function () { return arguments })()'],
    ...['[][Symbol.iterator]()', 'new (class extends Array {})()', 'new Error().stack', 'Object.create(null)'],
  ]
  const ask = '"return typeof process"'
  const ways: ((start: string) => string)[] = [
    (start) => `${start}.constructor.constructor(${ask})()`,
    (start) => `${start}["const" + "ructor"]["const" + "ructor"](${ask})()`,
    (start) => `Object.getPrototypeOf(Object(${start})).constructor.constructor(${ask})()`,
    (start) => `Reflect.construct(Object(${start}).constructor.constructor, [${ask}])()`,
    (start) => `Object(${start}).constructor.constructor("o", "with (o) { return typeof process }")(${start})`,
    (start) => `typeof Object(${start}).constructor.constructor("return this")().process`,
    (start) => `[${start}].map((one) => one.constructor.constructor)[0](${ask}).call(${start})`,
    (start) => `Object.getOwnPropertyDescriptor(Object(${start}).constructor, "constructor")?.value(${ask})()`,
  ]
  return starts.flatMap((start) => ways.map((way) => way(start)))
}

export const allHostile = [
  ...[...endless, ...slow, ...regexes, ...memory, ...deep, ...floods],
  ...[...giants, ...escapes, ...poisons],
]

function named(group: string, programs: Record<string, string>): HostileProgram[] {
  return Object.entries(programs).map(([name, source]) => ({ name: `${group}: ${name}`, source }))
}
