/** Texts that are known to be mangled by programs. All differ in their first 200 characters, and none contains a NUL or half a surrogate pair, which JSON or PostgreSQL cannot store. */
export function nastyStrings(): string[] {
  const all = [
    ...planes(),
    ...controls(),
    ...spaces,
    ...invisible,
    ...scripts,
    ...emoji,
    ...lookalikes,
    ...words,
    ...punctuation,
    ...injections,
    ...long,
  ]
  return [...new Set(all)]
}

/** A few characters of each of the 17 planes, and the two noncharacters at its end. */
function planes(): string[] {
  return Array.from({ length: 17 }, (_, plane) => {
    const base = plane * 0x10000
    const points = [0x0020, 0x00a1, 0x0590, 0x1f00, 0x2fff, 0x4e00, 0xac00, 0xd7ff, 0xe000, 0xfdd0, 0xfffc]
    const last = [base + 0xfffe, base + 0xffff]
    return [
      String.fromCodePoint(...points.map((point) => base + point)),
      `${String.fromCodePoint(...last)} at the end of plane ${plane}`,
    ]
  }).flat()
}

/** Every control character but NUL: alone among the first 32, together above. */
function controls(): string[] {
  const low = Array.from({ length: 31 }, (_, index) => String.fromCharCode(index + 1))
  const high = String.fromCharCode(...Array.from({ length: 33 }, (_, index) => index + 0x7f))
  return [...low.map((control) => `a${control}b`), low.join(''), high, `\u001b[31mred\u001b[0m`]
}

const spaces = [
  '',
  ' ',
  '   ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\v\f',
  ' leading',
  'trailing ',
  '\n\nleading lines',
  'trailing line\n',
  '\u00a0',
  '\u1680\u2000\u2001\u2002\u2003\u2009\u200a\u202f\u205f\u3000',
  '\u2028',
  '\u2029',
  'line\u2028separated\u2029text',
  '\u0085next line',
]

const invisible = [
  '\ufeff',
  '\ufeffstarts with a byte order mark',
  'a byte \ufeff order mark inside',
  '\u200b',
  'zero\u200bwidth\u200cin\u200dside',
  '\u2060\u2061\u2062\u2063\u2064',
  'soft\u00adhyphen',
  '\u180e\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0',
  '\u{e0001}\u{e0020}\u{e007f}',
]

const scripts = [
  'e\u0301 is not \u00e9',
  '\u00e9 is not e\u0301',
  'Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031e\u0349\u035a\u032f\u031e\u0320\u034dA\u036b\u0357\u0334\u0362\u0335\u031c\u0330\u0354L\u0368\u0367\u0369\u0358\u0320G\u0311\u0357\u030e\u0305\u035b\u0341\u0334\u033b\u0348\u034d\u0354\u0339O\u0342\u030c\u030c\u0358\u0328\u0335\u0339\u033b\u031d\u0333',
  '\u0301 a mark with nothing to stand on',
  '\u1112\u1161\u11ab\u1100\u1173\u11af',
  '\ud55c\uae00',
  '\u0915\u094d\u0937\u093f',
  '\u0e01\u0e33\u0e49',
  '\u05e9\u05b8\u05c1\u05dc\u05d5\u05b9\u05dd',
  '\u0645\u0631\u062d\u0628\u0627 \u0628\u0643\u0645 123',
  '\u202eright to left\u202c',
  '\u2066isolated\u2069 \u2067other way\u2069 \u2068first strong\u2069',
  '\u200fmarks\u200e \u061c',
  '\ufdfd \ufdfa',
  '\u7530\u4e2d\u3055\u3093\u306b\u3042\u3052\u3066\u4e0b\u3055\u3044',
  '\u{20000}\u{2a6d6}\u{2f800}\u{30000}',
  '\u{1d573}\u{1d58a}\u{1d591}\u{1d591}\u{1d594}',
  '\u{12000}\u{13000}\u{1f130}',
  '\u30d1\u30fc\u30c6\u30a3\u30fc\u3078 \uff8a\uff9f\uff70\uff83\uff68\uff70',
  '\u0531\u0580\u0574\u0565\u0576 \u10d0\u10d1\u10d2 \u13a0\u13a1 \u1200\u1201',
]

const emoji = [
  '\u{1f600}',
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466}',
  '\u{1f3f3}\ufe0f\u200d\u{1f308}',
  '\u{1f44b}\u{1f3ff}',
  '\u{1f1eb}\u{1f1f7}\u{1f1ea}',
  '1\ufe0f\u20e3 #\ufe0f\u20e3',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '\u2764\ufe0e \u2764\ufe0f',
]

/** Neighbors are equal when case, width or composition is folded. */
const lookalikes = [
  'stra\u00dfe',
  'strasse',
  'STRASSE',
  '\u0130stanbul',
  'i\u0307stanbul',
  'istanbul',
  '\u017fame',
  'same',
  '\ufb01n',
  'fin',
  '\u212b',
  '\u00c5',
  'A\u030a',
  '\uff21\uff22\uff23',
  'ABC',
  'abc',
  '\u0430bc',
  '\u00b5 \u03bc',
  '\u2126 \u03a9',
]

const words = [
  'null',
  'undefined',
  'true',
  'false',
  'NaN',
  'Infinity',
  '-Infinity',
  '0',
  '-0',
  '1',
  '007',
  '1.0',
  '1e400',
  '0x10',
  '1_000',
  '9007199254740993',
  '2026-07-04',
  '2026-07-04T18:00:00Z',
  '66a1f0c2d4e5b60718293a4b',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'toJSON',
  'then',
  'length',
  '[object Object]',
  '$eq',
  '$ne',
  '*',
  'nil',
  'None',
]

const punctuation = [
  "'",
  '"',
  '`',
  "''",
  '""',
  '\\',
  '\\\\',
  "\\'",
  '\\"',
  '\\0',
  '\\u0000',
  '\\ud800',
  '\\x41',
  '%00',
  '%s %d %n %p',
  '%27%20OR%201=1',
  '100%',
  '_%',
  '$1',
  '$$',
  "$& $` $' $<name>",
  '{}',
  '[]',
  '{"a":1}',
  '[1,2]',
  '{,}',
  '{NULL}',
  '{"quoted","array"}',
  '&amp; &lt; &#39; &nbsp;',
  '&',
  '+ +',
  '?a=b&c=d#e',
  '/etc/passwd',
  '../../..',
  'C:\\Windows\\..',
  '~ ~0 ~1 / //',
  ',;:|',
  '<>',
  '#',
]

const injections = [
  "'; drop table records; --",
  "' or '1'='1",
  "') or pg_sleep(10)--",
  '1; select pg_sleep(10)',
  "'||(select version())||'",
  "\\'; select 1; --",
  '$tag$ text $tag$',
  '{{7*7}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text
  '${7*7}',
  '#{7*7}',
  '<%= 7*7 %>',
  '{% raw %}{{ x }}{% endraw %}',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  'javascript:alert(1)',
  '<!-- comment --> <![CDATA[ x ]]>',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>',
  '=1+1',
  '@sum(a1)',
  '$(touch /tmp/x) `id` ; id | id && id',
  'a\r\nSet-Cookie: x=1\r\n\r\n<html>',
  'data: x\n\nevent: y\n\n',
  '() { :; }; echo x',
  '**bold** _it_ [link](javascript:1) ![i](x "y")',
  '(?:a+)+$',
]

const long = ['x'.repeat(200), '\u{1f600}'.repeat(199), 'e\u0301'.repeat(99), '\\'.repeat(151), '"'.repeat(152)]
