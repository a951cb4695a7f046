import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rich } from '../src/rich/markdown.ts'
import { richTags } from '../src/rich/markdown.ts'
import { plainOf, richOf } from '../src/rich/rich.ts'

const hostile = [
  '<script>alert(1)</script>after',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" JaVaScRiPt:alert(1)">x</a>',
  '<a href="java&#115;cript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example">x</a>',
  '<svg><script>alert(1)</script></svg>',
  '<svg onload=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<style>*{display:none}</style>',
  '<p style="background:url(javascript:1)" onclick="alert(1)">x</p>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<template><img src=x onerror=alert(1)></template>',
  '<p><b>never closed',
  '</p></div><p>x',
  '<<p>x</p>',
  '[x](javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '![x](javascript:alert(1))',
  '`<script>`',
  '<a href="https://ok.example" onmouseover=alert(1)>ok</a>',
]

test('only allowed elements and safe addresses remain, whatever an editor stored', () => {
  for (const text of hostile)
    for (const format of ['html', 'markdown', undefined])
      walk(richOf(text, format), (node) => {
        assert((richTags as readonly string[]).includes(node.tag), `${text}: ${node.tag}`)
        assert.deepEqual(
          Object.keys(node).filter((key) => !['tag', 'href', 'src', 'alt', 'children'].includes(key)),
          [],
        )
        for (const url of [node.href, node.src])
          if (url !== undefined) assert.match(url, /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i, text)
      })
  assert.equal(plainOf(richOf('<p>a</p><script>alert(1)</script>', 'html')).trim(), 'a')
})

test('deep and long texts are bounded', () => {
  const started = performance.now()
  for (const text of [
    '<b>'.repeat(200_000),
    '<'.repeat(200_000),
    '*a'.repeat(100_000),
    '['.repeat(100_000),
    '> '.repeat(50_000),
    '<!--'.repeat(100_000),
    '<a '.repeat(100_000),
    '# a\n'.repeat(12_000),
  ])
    for (const format of ['html', 'markdown']) richOf(text, format)
  assert(performance.now() - started < 5_000)
})

test('Markdown becomes paragraphs, lists, emphasis and links', () => {
  assert.deepEqual(richOf('# Title\n\nA **bold** [link](https://a.example)\n\n- one\n- two'), [
    { tag: 'h2', children: ['Title'] },
    {
      tag: 'p',
      children: [
        'A ',
        { tag: 'strong', children: ['bold'] },
        ' ',
        { tag: 'a', href: 'https://a.example', children: ['link'] },
      ],
    },
    {
      tag: 'ul',
      children: [
        { tag: 'li', children: ['one'] },
        { tag: 'li', children: ['two'] },
      ],
    },
  ])
})

test('HTML keeps its structure, and its entities are read', () => {
  assert.deepEqual(richOf('<h1>A &amp; B</h1><p>x<br>y</p>', 'html'), [
    { tag: 'h2', children: ['A & B'] },
    { tag: 'p', children: ['x', { tag: 'br', children: [] }, 'y'] },
  ])
})

function walk(nodes: Rich[], visit: (node: Exclude<Rich, string>) => void): void {
  for (const node of nodes) {
    if (typeof node === 'string') continue
    visit(node)
    walk(node.children, visit)
  }
}
