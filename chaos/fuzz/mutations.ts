import type { Random } from '../random.ts'

/** A copy of a JSON value that differs in one place. */
export function mutated(value: unknown, random: Random, text: () => string): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return otherValue(random, text)
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.2)) return [...value, otherValue(random, text)]
    const at = random.below(value.length)
    return value.map((member, index) => (index === at ? mutated(member, random, text) : member))
  }
  const names = Object.keys(value)
  if (names.length === 0 || random.chance(0.15))
    return { ...value, [otherName(random, text)]: otherValue(random, text) }
  const name = random.pick(names)
  if (random.chance(0.15)) return Object.fromEntries(Object.entries(value).filter(([one]) => one !== name))
  const member: unknown = Reflect.get(value, name)
  return { ...value, [name]: random.chance(0.5) ? mutated(member, random, text) : otherValue(random, text) }
}

function otherName(random: Random, text: () => string): string {
  return random.pick([
    '__proto__',
    'constructor',
    'prototype',
    '_id',
    'id',
    'broadcastId',
    '_createdAt',
    'plan',
    '',
    text(),
  ])
}

function otherValue(random: Random, text: () => string): unknown {
  const makers: (() => unknown)[] = [
    () => null,
    () => random.chance(0.5),
    () => random.pick([0, -1, 1.5, 1e21, 2 ** 53, -(2 ** 53), 1e308, -0, 5e-324]),
    () => text(),
    () => '',
    () => 'x'.repeat(random.pick([101, 256, 2_049, 5_001, 50_001, 200_001])),
    () => [],
    () => ({}),
    () => [[[[[[]]]]]],
    () => Array.from({ length: random.pick([2, 101, 1_001]) }, () => text()),
    () => ({ $ne: null }),
    () => '2027-02-30T25:61:00Z',
    () => '0000-01-01T00:00:00Z',
    () => '127.0.0.1',
    () => 'javascript:alert(1)',
    () => deep(random.pick([5, 40, 200])),
  ]
  return random.pick(makers)()
}

function deep(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** JSON text that is damaged, or that is legal but unusual. */
export function mutatedText(json: string, random: Random): string {
  const at = random.below(json.length + 1)
  return random.pick([
    () => json.slice(0, at),
    () => `${json.slice(0, at)}${String.fromCharCode(random.below(256))}${json.slice(at)}`,
    () => `\ufeff${json}`,
    () => `${json}${json}`,
    () => `${json},`,
    () => '',
    () => 'null',
    () => '[]',
    () => `${'['.repeat(100_000)}`,
    () => json.replace(/\d+/, '1e999'),
    () => json.replace(/"/, "'"),
    () => json.replace(/:"/, ':"\\ud800'),
    () => json.replace(/:"/, ':"\\u0000'),
    () => json.replace(/\{/, '{"__proto__":{"a":1},'),
    () => `/* */${json}`,
    () => json.replace(/}$/, ',}'),
    () => 'NaN',
  ])()
}
