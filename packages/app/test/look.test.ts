import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localizedOf } from '../src/data/shown.ts'
import { destinationOf } from '../src/destination.ts'
import { contrastOf, madeReadable, readable, textOn } from '../src/look/color.ts'
import { lookOf } from '../src/look/look.ts'
import { richOfMarkdown, safeUrl } from '../src/rich/markdown.ts'

const id = 'a'.repeat(24)

test('a navigator has one target, and never a link that could run code', () => {
  assert.deepEqual(destinationOf({ broadcastPageId: id, url: 'https://x.example' }), { route: { screen: 'page', id } })
  assert.equal(destinationOf({ url: 'javascript:alert(1)' }), undefined)
  assert.deepEqual(destinationOf({ nativeContent: 'menu' }), { route: { screen: 'menu' } })
  assert.equal(destinationOf({ nativeContent: 'localTicket' }), undefined, 'a screen of installed apps')
  const query = { filters: [{ categoryIds: { $in: [id] } }] }
  assert.deepEqual(destinationOf({ nativeContent: 'program', query }), {
    route: { screen: 'programme', query: { category: id } },
  })
})

test('a formatted text is reduced to allowed elements', () => {
  assert.deepEqual(richOfMarkdown('**Du 2** au *4*\n\n- a\n- [b](https://x.example)'), [
    { tag: 'p', children: [{ tag: 'strong', children: ['Du 2'] }, ' au ', { tag: 'em', children: ['4'] }] },
    {
      tag: 'ul',
      children: [
        { tag: 'li', children: ['a'] },
        { tag: 'li', children: [{ tag: 'a', href: 'https://x.example', children: ['b'] }] },
      ],
    },
  ])
  assert.deepEqual(richOfMarkdown('[x](javascript:alert(1)) <img src=x onerror=alert(1)>'), [
    { tag: 'p', children: ['x', ') <img src=x onerror=alert(1)>'] },
  ])
  for (const url of [
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'vbscript:x',
  ]) {
    assert.equal(safeUrl(url), undefined)
  }
  const start = performance.now()
  richOfMarkdown(`${'*a_['.repeat(12_000)}`)
  assert(performance.now() - start < 2_000, 'a crowded text took too long')
})

test('contrast is that of WCAG, and a color changes as little as needed to be readable', () => {
  assert.equal(contrastOf('#ffffff', '#000000'), 21)
  assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54')
  assert.equal(contrastOf('#00000000', '#ffffff'), 1)
  for (const [text, ground] of [
    ['#ff9f83', '#ffffff'],
    ['#777777', '#808080'],
    ['#0000ff', '#000000'],
  ] as const) {
    const fixed = madeReadable(text, ground)
    assert(contrastOf(fixed, ground) >= readable, `${fixed} on ${ground}`)
  }
  assert.equal(madeReadable('#000000', '#ffffff'), '#000000')
  assert.equal(textOn('#12304A'), '#ffffff')
})

test('the default theme is readable in both color schemes', () => {
  for (const theme of [
    undefined,
    { backgroundColor: '#FBF4E4', accentColor: '#12304A' },
    { backgroundColor: '#101010' },
  ]) {
    for (const scheme of ['own', 'light', 'dark'] as const) {
      const look = lookOf({ theme }, scheme)
      for (const [text, ground] of [
        ['--app-text', '--app-background'],
        ['--app-surface-text', '--app-surface'],
        ['--app-primary-text', '--app-primary'],
        ['--app-quiet', '--app-background'],
      ] as const) {
        const ratio = contrastOf(look[text] ?? '', look[ground] ?? '')
        assert(ratio >= readable, `${text} ${look[text]} on ${look[ground]}, ${scheme}: ${ratio}`)
      }
    }
  }
})

test('missing translations fall back to the main texts', () => {
  const record = { blocks: [1], localeDetails: { fr: { blocks: [] }, es: { blocks: [2] } } }
  assert.deepEqual(
    ['fr', 'en', 'es'].map((locale) => localizedOf(record, 'blocks', locale)),
    [[1], [1], [2]],
  )
})
