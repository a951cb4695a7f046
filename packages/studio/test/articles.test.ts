import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { checksBefore } from '../src/screens/articles/editor/checks.ts'
import { copiedFromMain, coverageOf } from '../src/screens/articles/locales.ts'
import { scheduleOf, stateFilters, statusChanges, stripOf } from '../src/screens/articles/schedule.ts'
import { canonicalHtml } from '../src/screens/articles/text/html-form.ts'
import { hrefOf } from '../src/screens/articles/text/links.ts'
import { writeMarkdown } from '../src/screens/articles/text/markdown-text.ts'
import { cleanPasted } from '../src/screens/articles/text/paste.ts'
import { countsOf, excerptOf, formatOf, plainText } from '../src/screens/articles/text/plain-text.ts'
import { htmlRoundTrip, markdownRoundTrip } from '../src/screens/articles/text/round-trip.ts'

const now = Date.parse('2027-06-01T10:00:00Z')

suite('when an article comes out', () => {
  test('a date on a draft is a plan; a future date on a published article schedules it', () => {
    const later = '2027-07-02T16:00:00.000Z'
    const earlier = '2027-05-01T08:00:00.000Z'
    const state = (status: string, publishedAt: string | null) => scheduleOf({ status, publishedAt }, now).state
    assert.equal(state('draft', null), 'draft')
    assert.equal(state('draft', later), 'planned')
    assert.equal(state('draft', earlier), 'planned')
    assert.equal(state('published', later), 'scheduled')
    assert.equal(state('published', earlier), 'published')
    assert.equal(state('published', new Date(now).toISOString()), 'published')
    assert.equal(state('published', null), 'published')
  })

  test('a state of the list is a filter by status and date', () => {
    assert.deepEqual(stateFilters('scheduled', 'N'), [{ status: 'published' }, { publishedAt: { $gt: 'N' } }])
    assert.deepEqual(stateFilters('anything', 'N'), [])
  })

  test('the calendar strip shows each article on its local day', () => {
    const articles = [{ publishedAt: '2027-06-01T23:30:00.000Z' }, { publishedAt: '2027-06-03T09:00:00.000Z' }]
    const inParis = (instant: string) => new Date(Date.parse(instant) + 2 * 3_600_000).toISOString().slice(0, 10)
    const days = stripOf(articles, '2027-06-01', 3, inParis)
    assert.deepEqual(
      days.map(({ day, articles: on }) => [day, on.length]),
      [
        ['2027-06-01', 0],
        ['2027-06-02', 1],
        ['2027-06-03', 1],
      ],
    )
  })

  test('bulk publishing skips published articles, and undo restores the dates', () => {
    const { forth, back } = statusChanges(
      [
        { _id: 'a', status: 'draft', publishedAt: null },
        { _id: 'b', status: 'published' },
      ],
      'published',
    )
    assert.deepEqual(forth, [{ id: 'a', body: { status: 'published' } }])
    assert.deepEqual(back, [{ id: 'a', body: { status: 'draft', publishedAt: null } }])
  })
})

suite('Markdown as rich text', () => {
  const exact = [
    'Just a sentence.',
    '# A title\n\nSome *leaning*, some **strong**, some ~~gone~~ and `code`.',
    'Two lines\nof one paragraph  \nand a break.',
    '- one\n- two\n  - inside\n- three',
    '* one\n* two',
    '1. first\n2. second\n\n   with more',
    '1. loose\n\n2. list',
    '> A quote\n>\n> of two paragraphs',
    '```js\nconst a = `1`\n\n\nconst b\n```',
    '![A stage](https://a.example/p.jpg "At night") and [a link](https://b.example/x)',
    'See https://a.example/x for more.',
    'Write to <crew@a.example> or see <https://a.example>.',
    'It costs 5 * 3 = 15 and a_b_c stays, 2 < 3.',
    '_Leaning_ and __strong__.',
    'Above\n\n***\n\nbelow',
    '**All of *it* is strong**',
    'A\\\nbreak with a stroke',
    '[![Cover](https://a.example/c.png)](https://a.example/)',
  ]
  for (const markdown of exact) {
    test(`is unchanged by a round trip: ${JSON.stringify(markdown).slice(0, 60)}`, () => {
      const { doc, hand, trip } = markdownRoundTrip(markdown)
      assert.deepEqual([writeMarkdown(doc, hand), trip.isExact], [markdown, true])
    })
  }

  test('blank lines and line ends make no difference', () => {
    assert(markdownRoundTrip('One\r\n\r\n\r\nTwo\r\n').trip.isExact)
  })

  test('Markdown with unsupported constructs is edited as source, and they are named', () => {
    const constructs = (markdown: string) => {
      const { trip } = markdownRoundTrip(markdown)
      return trip.isExact ? 'exact' : trip.constructs
    }
    assert.deepEqual(constructs('| a | b |\n| - | - |\n| 1 | 2 |'), ['table'])
    assert.deepEqual(constructs('Some <b>HTML</b>'), ['html'])
    assert.deepEqual(constructs('- [ ] to do'), ['tasks'])
    assert.deepEqual(constructs('See [it][1].\n\n[1]: https://a.example'), ['footnotes'])
    assert.deepEqual(constructs('Fish &amp; chips'), ['entities'])
    assert.deepEqual(constructs('A title\n======='), [], 'written in a way that would change')
  })

  test('literal text that looks like marks is escaped where needed', () => {
    const written = (text: string) =>
      writeMarkdown({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
    for (const text of [
      '*not leaning*',
      '# no title',
      '- no list',
      '1. no list',
      '[no](link)',
      'https://no.link',
      '<b>',
      '`x`',
      'a \\* b',
    ]) {
      const read = markdownRoundTrip(written(text)).doc.content?.[0]
      assert.deepEqual(read, { type: 'paragraph', content: [{ type: 'text', text }] }, written(text))
    }
    assert.equal(written('5 * 3'), '5 * 3')
  })
})

suite('HTML as rich text', () => {
  test('paragraphs in lists and quotes, other names of the same mark and white space make no difference', () => {
    assert.equal(
      canonicalHtml('<ul>\n <li>a <b>b</b></li></ul>'),
      canonicalHtml('<ul><li><p>a <strong>b</strong></p></li></ul>'),
    )
    assert.equal(canonicalHtml('<p>a</p>\n<p>b</p>'), canonicalHtml('<p>a</p><p>b</p>'))
    assert.equal(canonicalHtml('a <br>\n b'), canonicalHtml('<p>a<br>b</p>'))
    assert.notEqual(canonicalHtml('<p>a</p><p>b</p>'), canonicalHtml('<p>a b</p>'))
    assert.equal(canonicalHtml('<a rel="noopener" href="x">y</a>'), canonicalHtml('<a href="x">y</a>'))
  })

  test('elements that would be lost are named', () => {
    const trip = htmlRoundTrip(
      '<table><tbody><tr><td>a</td></tr></tbody></table><p class="lead">b</p>',
      '<p>a</p><p>b</p>',
    )
    assert.deepEqual(trip.isExact ? [] : trip.names, ['<table>', '<tbody>', '<tr>', '<td>', 'class'])
  })
})

test('text pasted from Word and Google Docs is cleaned of their own markup', () => {
  const word =
    '<html><head><style>p{}</style></head><body><!--[if gte mso 9]><xml>x</xml><![endif]--><p class="MsoNormal">Text<o:p></o:p></p>' +
    '<p class=MsoListParagraphCxSpFirst><span style="mso-list:Ignore">·<span>&nbsp;&nbsp; </span></span>one</p><p class=MsoListParagraphCxSpLast>·&nbsp; two</p></body></html>'
  assert.equal(cleanPasted(word), '<p class="MsoNormal">Text</p><ul><li>one</li><li>two</li></ul>')
  const docs =
    '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p>Hello</p><p><br></p></b>' +
    '<a href="https://www.google.com/url?q=https://a.example/x%3Fy%3D1&amp;sa=D">go</a><img src="data:image/png;base64,AA">'
  assert.equal(cleanPasted(docs), '<p>Hello</p><a href="https://a.example/x?y=1">go</a>')
})

test('publishing warns about missing parts', () => {
  const base = { title: 'A', content: '<p>b</p>', format: 'html' as const, hasCover: true, hasBlocks: false }
  const found = (more: Partial<typeof base> | { format: 'markdown'; content: string }) =>
    checksBefore({ ...base, ...more }).map(({ check, count }) => `${check} ${count}`)
  assert.deepEqual(found({}), [])
  assert.deepEqual(found({ title: ' ', content: '', hasCover: false }), ['noTitle 1', 'noContent 1', 'noCover 1'])
  assert.deepEqual(found({ content: '<img src="https://a/b"><img alt="" src="x"><img src=y alt=z>' }), ['missingAlt 2'])
  assert.deepEqual(
    found({ content: '<a href="">x</a><a href="https://a"> </a><a href="https://a"><img alt="b" src="c"></a>' }),
    ['emptyLinks 2'],
  )
  assert.deepEqual(found({ format: 'markdown', content: '![](a) ![b](http://c) [x]() [y](https://a) `[z]()`' }), [
    'missingAlt 1',
    'insecureImages 1',
    'emptyLinks 1',
  ])
})

test('the length of a text is that of its plain text', () => {
  const text = plainText(
    '<h1>&Eacute;t&#233;&nbsp;2027</h1><p>Trois <b>soirs</b> &amp; une plage.</p><script>no</script>',
    'html',
  )
  assert.equal(text, 'Été 2027 Trois soirs & une plage.')
  assert.deepEqual(countsOf(text, 'fr'), { words: 6, characters: 33, minutes: 1 })
  assert.equal(plainText('# Title\n\n- one\n- **two**', 'markdown'), 'Title one two')
  assert.equal(plainText('| a | b |\n| - | - |\n| 1 | 2 |', 'markdown'), 'a b 1 2')
  assert.equal(excerptOf('one two three', 9), 'one two…')
  assert.deepEqual(
    [formatOf('<p>x</p>', null), formatOf('x', null), formatOf('<p>', 'markdown')],
    ['html', 'markdown', 'markdown'],
  )
})

test('the languages of an article: whole, in part, or missing; copying fills only what is missing', () => {
  const article = { title: 'A', content: 'b', defaultLocale: 'fr', localeDetails: { en: { title: 'C' } } }
  assert.deepEqual(Object.fromEntries(coverageOf(article, ['en', 'de', 'fr'])), { en: 'part', de: 'none', fr: 'whole' })
  assert.deepEqual(copiedFromMain(article, 'en'), { en: { title: 'C', content: 'b' } })
})

test('a link is accepted as people type it, except for schemes that run code', () => {
  const taken = {
    'quay.example/way': 'https://quay.example/way',
    'crew@a.example': 'mailto:crew@a.example',
    '+33 6 12 34 56 78': 'tel:+33612345678',
  }
  for (const [typed, href] of Object.entries(taken)) assert.equal(hrefOf(typed), href)
  assert.equal(hrefOf(' https://a.example/x?y=1#z '), 'https://a.example/x?y=1#z')
  assert.equal(hrefOf('localhost:3000/x'), 'https://localhost:3000/x')
  for (const typed of ['', 'nowhere', 'two words', 'javascript:alert(1)', 'data:text/html,x', 'https://']) {
    assert.equal(hrefOf(typed), undefined, typed)
  }
})
