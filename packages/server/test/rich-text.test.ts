import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Parser } from 'htmlparser2'
import { type ContentFormat, cleanHtml, excerptOf } from '../src/content/rich-text.ts'
import { guessFormat } from '../src/content/rich-text-size.ts'

const formats: ContentFormat[] = ['html', 'markdown']

test('the HTML of every payload contains only harmless elements, attributes and URLs', () => {
  assert(payloads.length >= 200, `${payloads.length} payloads`)
  assert.equal(new Set(payloads).size, payloads.length)
  for (const payload of payloads) for (const format of formats) assertSafe(cleanHtml(payload, format), payload)
})

test('payloads inside other content, and nested in each other, are harmless', () => {
  const frames: ((payload: string) => string)[] = [
    (payload) => `<p>Before ${payload} after</p>`,
    (payload) => `<a href="https://festival.example" title="${payload}">x</a>`,
    (payload) => `<a href='${payload}'>x</a>`,
    (payload) => `<img src=${payload}>`,
    (payload) => `<table><tr><td>${payload}`,
    (payload) => `<noscript>${payload}</noscript>${payload}`,
    (payload) => `<svg><textarea>${payload}</textarea></svg>`,
    (payload) => `<template>${payload}</template>`,
    (payload) => `<!--${payload}-->${payload}`,
    (payload) => `> ${payload}\n\n- ${payload}\n\n# ${payload}`,
    (payload) => `|a|b|\n|-|-|\n|${payload}|${payload}|`,
    (payload) => `[${payload}](${payload} "${payload}")`,
    (payload) => `![${payload}](<${payload}>)`,
    (payload) => `[x]: ${payload}\n\n[x] ![x]`,
    (payload) => `\`\`\`${payload}\n${payload}\n\`\`\``,
  ]
  for (const payload of payloads)
    for (const frame of frames)
      for (const format of formats) assertSafe(cleanHtml(frame(payload), format), frame(payload))
})

test('parts of payloads combined in any order are harmless', () => {
  const pieces = payloads.flatMap((payload) => payload.split(/(?<=[<>"'/=\s])/))
  const soup = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { maxLength: 30 })
  fc.assert(
    fc.property(soup, fc.constantFrom(...formats), (parts, format) => {
      assertSafe(cleanHtml(parts.join(''), format), parts.join(''))
    }),
    { numRuns: 1_500 },
  )
})

test('sanitizing is idempotent', () => {
  for (const payload of payloads) {
    for (const format of formats) {
      const once = cleanHtml(payload, format)
      assert.equal(cleanHtml(once, 'html'), once, payload)
    }
  }
})

test('the elements of an article are kept', () => {
  const html =
    '<h1>Title</h1><p lang="fr">A <b>b</b> <a href="https://festival.example/?a=1&amp;b=2" title="t" rel="noopener noreferrer">c</a></p>' +
    '<ul><li>d</li></ul><ol start="3"><li>e</li></ol><img src="https://festival.example/a.png" alt="f" width="10" />' +
    '<table><thead><tr><th scope="col">g</th></tr></thead><tbody><tr><td colspan="2">h</td></tr></tbody></table>' +
    '<blockquote>i</blockquote><pre><code class="language-js">j &lt; k</code></pre><time datetime="2026-07-04">l</time>'
  assert.equal(cleanHtml(html, 'html'), html)
  const markdown =
    '# Title\n\nA **b** _c_ ~~d~~ [e](https://festival.example) `f`\n\n- g\n\n> h\n\n|i|\n|-|\n|j|\n\n```js\nk<l\n```'
  const shown = cleanHtml(markdown, 'markdown')
  for (const part of ['<h1>Title</h1>', '<strong>b</strong>', '<em>c</em>', '<del>d</del>', '<code>f</code>'])
    assert(shown.includes(part), part)
  for (const part of ['<li>g</li>', '<blockquote>', '<td>j</td>', '<code class="language-js">k&lt;l', '>e</a>'])
    assert(shown.includes(part), part)
})

test('mailto, tel and fragment links are kept, and links have rel=noopener', () => {
  for (const href of ['mailto:a@b.example', 'tel:+33123', '/tickets', '#top', '?day=1', 'tickets.html']) {
    const expected = `<a href="${href}" rel="noopener noreferrer">x</a>`
    assert.equal(cleanHtml(`<a href="${href}" rel="opener" target="">x</a>`, 'html').replace(' target', ''), expected)
  }
})

// Excerpts.

test('an excerpt has at most 200 whole characters and no markup', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 600 }), fc.string({ unit: 'grapheme', maxLength: 600 }))
  const content = fc.oneof(
    text,
    fc.array(fc.oneof(text, fc.constantFrom(...payloads)), { maxLength: 6 }).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(content, fc.constantFrom(...formats), (sent, format) => {
      const excerpt = excerptOf(sent, format)
      assert([...excerpt].length <= 200)
      assert(excerpt.isWellFormed())
      assert.equal(excerpt, excerpt.trim())
    }),
    { numRuns: 800 },
  )
})

test('an excerpt never ends with half a character, wherever the content is truncated', () => {
  for (let before = 19_990; before <= 20_002; before++) {
    const excerpt = excerptOf(`<!--${'x'.repeat(before - 7)}-->\u{1F3B5}\u{1F3B5}\u{1F3B5}`, 'html')
    assert(excerpt.isWellFormed(), String(before))
  }
})

test('an excerpt is the beginning of the text, cut at a word boundary', () => {
  const word = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.string({
        unit: fc.constantFrom('a', 'b', 'é', '\u{1F3B5}', '\u6f22'),
        minLength: 1,
        maxLength: 20,
      }),
    },
    fc.string({ unit: fc.constantFrom('a', '\u{1F3B5}'), minLength: 190, maxLength: 420 }),
  )
  const texts = fc.array(word, { minLength: 1, maxLength: 80 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(texts, fc.constantFrom(...formats), (text, format) => {
      const excerpt = excerptOf(text, format)
      assert(text.startsWith(excerpt))
      const next = text.slice(excerpt.length)
      const [first = ''] = text.split(' ')
      if ([...first].length > 200) assert.equal(excerpt, [...first].slice(0, 200).join(''))
      else {
        assert(next === '' || next.startsWith(' '))
        // One more word would not fit.
        if (next !== '') assert([...excerpt].length + 1 + [...(next.slice(1).split(' ')[0] ?? '')].length > 200)
      }
      assert.equal(excerptOf(excerpt, format), excerpt)
    }),
    { numRuns: 500 },
  )
})

test('an excerpt decodes entities once and omits hidden content', () => {
  const cases: [content: string, format: ContentFormat, excerpt: string][] = [
    ['<p>a &amp; b &lt;i&gt; &quot;c&quot; &#39;d&#39; &eacute;</p>', 'html', 'a & b <i> "c" \'d\' é'],
    ['<p>&amp;lt; &amp;amp;</p>', 'html', '&lt; &amp;'],
    ['a &amp; b &lt;3', 'markdown', 'a & b <3'],
    ['<p>a</p><p>b</p>c<br>d<ul><li>e<li>f</ul><hr>g', 'html', 'a b c d e f g'],
    ['<b>a</b>b<i>c</i>', 'html', 'abc'],
    ['a<script>b</script><style>c</style><template>d</template><svg>e</svg><!-- f -->g', 'html', 'ag'],
    ['# a\n\n- b\n- c\n\n> d\n\n![e](f.png) [g](h) `i`', 'markdown', 'a b c d g i'],
    ['|a|b|\n|-|-|\n|c|d|', 'markdown', 'a b c d'],
    ['', 'html', ''],
    ['<p> \n\t&nbsp; </p>', 'html', ''],
  ]
  for (const [content, format, excerpt] of cases) assert.equal(excerptOf(content, format), excerpt, content)
})

test('format detection always returns one of the two formats', () => {
  fc.assert(fc.property(fc.string(), (text) => formats.includes(guessFormat(text))))
  for (const html of ['<p>a', '<P CLASS="a">', '<br/>', ' \n<h1>a</h1>', '<!doctype html>', 'a</b>', 'a <em>b</em>'])
    assert.equal(guessFormat(html), 'html', html)
  for (const text of ['', 'a', '# a', 'a < b', '<https://a.example>', '<3 b', '1 <2> 3', '- a', '<>'])
    assert.equal(guessFormat(text), 'markdown', text)
})

// Hostile in size.

test('a mebibyte of HTML takes at most two seconds of processor time', () => {
  for (const [name, content] of [...runsOf(htmlRuns, mebibyte), ...hostileHtml])
    assertQuick(name, () => cleanHtml(content, 'html'))
})

test('Markdown of any length takes at most two seconds of processor time', () => {
  for (const [name, content] of [...runsOf(markdownRuns, 99_999), ...hostileMarkdown])
    assertQuick(name, () => cleanHtml(content, 'markdown'))
  for (const [name, content] of runsOf(['<', '*_a', '> '], mebibyte))
    assertQuick(name, () => cleanHtml(content, 'markdown'))
})

test('an excerpt of any content takes at most half a second of processor time', () => {
  const all = [...runsOf([...htmlRuns, ...markdownRuns], 99_999), ...hostileHtml, ...hostileMarkdown]
  for (const [name, content] of all)
    for (const format of formats) assertQuick(name, () => excerptOf(content, format), 500)
})

test('content with excessive nesting or elements is shown as plain text', () => {
  for (const content of ['<div>'.repeat(2_000), '<b><i>'.repeat(2_000), '<table><tr><td>'.repeat(500)]) {
    assertSafe(cleanHtml(content, 'html'), content.slice(0, 20))
    assert(cleanHtml(`${content}<img src=x onerror=alert(1)>`, 'html').includes('&lt;img'))
  }
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
  for (const content of [
    '> '.repeat(500),
    '- '.repeat(500),
    '*a* '.repeat(500),
    'a'.repeat(2_000),
    'a\n'.repeat(60_000),
  ]) {
    assertSafe(cleanHtml(content + script, 'markdown'), content.slice(0, 20))
    assertSafe(cleanHtml(script + content, 'markdown'), content.slice(0, 20))
  }
})

const mebibyte = 1_048_576
const htmlRuns = ['<div>', '<b>', '<a href="', '<ul><li>', '<table><tr><td>', '<p>', '</p>', '<', '<!--', '<![CDATA[']
htmlRuns.push('<svg>', '<noscript>', '<iframe>', '<textarea>', '<a b=', '<a "', '&', '&#', '<x-', '</', '"', '<b></i>')
const markdownRuns = ['[', '![', '[a](', '*', '_', '*_a', '**a', 'a_b', '_*', '`a', '~', '> ', '>', '- ', '1. ', '# ']
markdownRuns.push(
  '- a\n  ',
  '|a\n|-\n',
  '=\n',
  '\\',
  'a',
  'a@',
  'a@b.',
  'http://',
  ' ',
  '\n',
  '<',
  '<!',
  '<b>',
  '-x\n',
  '|',
)
const hostileHtml: Named[] = [['attributes', `<a ${'b=c '.repeat(mebibyte / 4 - 2)}>`]]
const hostileMarkdown: Named[] = [
  ['nested lists', Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
  ['brackets in brackets', '['.repeat(49_000) + ']'.repeat(49_000)],
  ['a wide table', `${'|a'.repeat(9_000)}\n${'|-'.repeat(9_000)}\n${'|\n'.repeat(20_000)}`],
  ['wide tables', `${'|'.repeat(20)}\n${'|-'.repeat(20)}|\n`.repeat(600) + '|\n'.repeat(30_000)],
  ['many references', `${'[a]: /b\n'.repeat(5_000)}\n${'[a] '.repeat(10_000)}`],
  ['crowded paragraphs', `${'*_a '.repeat(99)}\n\n`.repeat(240)],
  ['long words', `${'a.b_'.repeat(240)} `.repeat(100)],
]

type Named = [name: string, content: string]

function runsOf(parts: string[], length: number): Named[] {
  return parts.map((part) => [
    `${JSON.stringify(part)} x ${length}`,
    part.repeat(length / part.length + 1).slice(0, length),
  ])
}

/** Measures processor time, which does not depend on the load of the machine. */
function assertQuick(name: string, work: () => string, ms = 2_000): void {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  assert(user + system < ms * 1_000, `${name} took ${(user + system) / 1_000} ms`)
}

/** Asserts a strict subset of HTML in which no parser can find another element, attribute or URL. */
function assertSafe(html: string, from: string): void {
  const about = `${JSON.stringify(from.slice(0, 300))} became ${JSON.stringify(html.slice(0, 600))}`
  const text = html.replaceAll(strictTag, (tag, name: string) => {
    assert(allowedTags.has(name), about)
    for (const [, attribute = '', value = ''] of tag.matchAll(strictAttribute))
      assertAttribute(name, attribute, value, about)
    return ''
  })
  assert.doesNotMatch(text, /[<>]/, about)
  const parser = new Parser({
    onopentag(name, attributes) {
      assert(allowedTags.has(name), about)
      for (const [attribute, value] of Object.entries(attributes)) assertAttribute(name, attribute, value, about)
    },
    oncomment: () => assert.fail(about),
    onprocessinginstruction: () => assert.fail(about),
  })
  parser.end(html)
}

function assertAttribute(tag: string, name: string, value: string, about: string): void {
  assert(['title', 'lang', 'dir', ...(allowedAttributes[tag] ?? [])].includes(name), about)
  if (name !== 'href' && name !== 'src') return
  // Browsers remove these characters before they parse the scheme.
  const address = [...decoded(value)].filter((character) => character > ' ' && character !== '\x7f').join('')
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  assert(
    scheme === undefined || (tag === 'img' ? ['http', 'https'] : ['http', 'https', 'mailto', 'tel']).includes(scheme),
    about,
  )
  assert(!/^[\\/]{2}/.test(address), about)
}

function decoded(value: string): string {
  let text = ''
  const parser = new Parser({
    ontext(part) {
      text += part
    },
  })
  parser.end(value)
  return text
}

const strictTag = /<\/?([a-z][a-z0-9]*)(?: [a-z]+(?:="[^"<>]*")?)* ?\/?>/g
const strictAttribute = / ([a-z]+)(?:="([^"<>]*)")?/g
const allowedTags = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p div span br hr blockquote pre code figure figcaption section ul ol li dl dt dd a img b strong ' +
    'i em u s del ins mark small sub sup abbr q cite kbd time table caption thead tbody tfoot tr th td'
  ).split(' '),
)
const allowedAttributes: Record<string, string[]> = {
  a: ['href', 'name', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading'],
  ol: ['start', 'reversed', 'type'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  time: ['datetime'],
  code: ['class'],
}

const handlers = [
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror="alert(1)"//',
  '<IMG SRC=x OnErRoR=alert(1)>',
  '<img/src=x/onerror=alert(1)>',
  '<img src=x\nonerror\n=\nalert(1)>',
  '<img src=x\tonerror=alert(1)>',
  '<img src=x\x0conerror=alert(1)>',
  '<img src="x"onerror="alert(1)">',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<img """><script>alert(1)</script>">',
  '<img src=x:x onerror=alert(1) x>',
  '<img src onerror=alert(1)>',
  '<img src=1 alt=al lang=ert onerror=top[alt+lang](0)>',
  '<img src=x onerror=&#97;&#108;&#101;&#114;&#116;(1)>',
  '<img srcset="x" onerror=alert(1)>',
  '<image src=x onerror=alert(1)>',
  '<img id=x name=getElementById src=x>',
  '<body onload=alert(1)>',
  '<body onpageshow=alert(1)>',
  '<html onmouseover=alert(1)>',
  '<p onclick=alert(1)>x</p>',
  '<p onpointerrawupdate=alert(1)>x</p>',
  '<div onanimationstart=alert(1) style="animation-name:x">x</div>',
  '<div ontransitionend=alert(1)>x</div>',
  '<div contenteditable onfocus=alert(1) autofocus tabindex=1>x</div>',
  '<div onbeforetoggle=alert(1) popover id=x>x</div>',
  '<a onmouseover="alert(1)" href="#">x</a>',
  '<a href="#" onclick=alert`1`>x</a>',
  '<a/onclick=alert(1)>x',
  '<b onmouseenter=alert(1)>x</b>',
  '<input autofocus onfocus=alert(1)>',
  '<input type=image src=x onerror=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<textarea autofocus onfocus=alert(1)>',
  '<keygen autofocus onfocus=alert(1)>',
  '<video src=x onerror=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<table background="javascript:alert(1)"><tr><td onclick=alert(1)>',
  '<form onsubmit=alert(1)><button>x</button></form>',
  '<form action="javascript:alert(1)"><input type=submit></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<time onclick=alert(1) datetime="x">x</time>',
  '<code class="language-js x" onclick=alert(1)>x</code>',
  '<ol start="1" onclick="alert(1)" type="1"><li value=1>x</ol>',
  '<x onclick=alert(1)>x</x>',
  '<x-y onclick=alert(1) is="z">x</x-y>',
]

const schemes = [
  'javascript',
  'JaVaScRiPt',
  'vbscript',
  'data',
  'livescript',
  'mocha',
  'blob',
  'file',
  'filesystem',
  'view-source',
  'jar',
  'about',
  'intent',
]
const addresses = [
  ...schemes.map((scheme) => `<a href="${scheme}:alert(1)">x</a>`),
  ...[
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:x',
    'tel:1',
    'mailto:x',
  ].map((address) => `<img src="${address}">`),
  '<a href=javascript:alert(1)>x</a>',
  "<a href='javascript:alert(1)'>x</a>",
  '<a href=`javascript:alert(1)`>x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="\x01javascript:alert(1)">x</a>',
  '<a href="\x1fjavascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java\rscript:alert(1)">x</a>',
  '<a href="javascript\n:alert(1)">x</a>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href="java&NewLine;script:alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="javascript&#58;alert(1)">x</a>',
  '<a href="javascript&#x3a;alert(1)">x</a>',
  '<a href="javascript&#0000058alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A&#x61lert(1)">x</a>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href="jav&#x0A;ascript:alert(1)">x</a>',
  '<a href="&#1;javascript:alert(1)">x</a>',
  '<a href="&#14;  javascript:alert(1)">x</a>',
  '<a href="java\u00adscript:alert(1)">x</a>',
  '<a href="java\u200bscript:alert(1)">x</a>',
  '<a href="\ufeffjavascript:alert(1)">x</a>',
  '<a href="\u2028javascript:alert(1)">x</a>',
  '<a href="java<!-- -->script:alert(1)">x</a>',
  '<a href="java\\0script:alert(1)">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="\\\\evil.example">x</a>',
  '<a href="/\t/evil.example">x</a>',
  '<a href="javascript://festival.example/%0aalert(1)">x</a>',
  '<a href="javascript:alert(1)//https://festival.example">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="data:image/svg+xml,<svg onload=alert(1)>">x</a>',
  '<a href="x" href="javascript:alert(1)">x</a>',
  '<a HREF="javascript:alert(1)">x</a>',
  '<a xlink:href="javascript:alert(1)">x</a>',
  '<a ping="javascript:alert(1)" href="#">x</a>',
  '<a target="_blank" href="https://evil.example" rel="opener">x</a>',
  '<a href="https://festival.example" style="x:expression(alert(1))">x</a>',
  '<area href="javascript:alert(1)">',
  '<base href="javascript:alert(1)//">',
  '<link rel=stylesheet href="javascript:alert(1)">',
  '<link rel=import href="data:text/html,x">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<meta http-equiv="Content-Security-Policy" content="script-src *">',
  '<blockquote cite="javascript:alert(1)">x</blockquote>',
  '<q cite="javascript:alert(1)">x</q>',
  '<del cite="javascript:alert(1)">x</del>',
  '<img longdesc="javascript:alert(1)" src="https://festival.example/a.png">',
  '<img lowsrc="javascript:alert(1)" dynsrc="javascript:alert(1)">',
  '<img src="https://festival.example/a.png" usemap="#x">',
  '<bgsound src="javascript:alert(1)">',
]

const elements = [
  '<script>alert(1)</script>',
  '<SCRIPT>alert(1)</SCRIPT>',
  '<script src=https://evil.example/x.js></script>',
  '<script/x>alert(1)</script>',
  '<script\n>alert(1)</script\n>',
  '<script>alert(1)',
  '<<script>alert(1)//<</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script>/*<script>*/alert(1)</script></script>',
  '<script><!-- <script> --></script>alert(1)',
  '</script><script>alert(1)</script>',
  '<script type="text/template"><img src=x onerror=alert(1)></script>',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><script href="data:,alert(1)" /></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text x=1 y=9>x</text></a></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><animate xlink:href=#x attributeName=href values=javascript:alert(1) /><a id=x>',
  '<svg><set attributeName=onmouseover to=alert(1)>',
  '<svg><use href="data:image/svg+xml,<svg id=x></svg>#x">',
  '<svg><foreignObject><body onload=alert(1)></foreignObject></svg>',
  '<svg><style>{font-family:"<img/onerror=alert(1)//src=x>"}</style>',
  '<svg><desc><img src=x onerror=alert(1)></desc></svg>',
  '<math><mtext><img src=x onerror=alert(1)></mtext></math>',
  '<math href="javascript:alert(1)">x</math>',
  '<math><maction actiontype="statusline#" xlink:href="javascript:alert(1)">x</maction></math>',
  '<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src=data:text/html,x>',
  '<iframe><img src=x onerror=alert(1)></iframe>',
  '<iframe><script>alert(1)</script>',
  '<frameset onload=alert(1)><frame src="javascript:alert(1)">',
  '<object data="javascript:alert(1)">',
  '<object type="text/html" data="data:text/html,x"><img src=x onerror=alert(1)></object>',
  '<embed src="javascript:alert(1)">',
  '<applet code=x archive=y>x</applet>',
  '<style>@import "https://evil.example/x.css"</style>',
  '<style>*{background:url(javascript:alert(1))}</style>',
  '<style><img src="</style><img src=x onerror=alert(1)//">',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<div style="width:expression(alert(1))">x</div>',
  '<div style="position:fixed;inset:0;z-index:9999">x</div>',
  '<template><script>alert(1)</script></template>',
  '<template shadowrootmode=open><script>alert(1)</script></template>',
  '<slot onslotchange=alert(1)>x</slot>',
  '<dialog open onclose=alert(1)>x</dialog>',
  '<portal src="javascript:alert(1)"></portal>',
  '<canvas onclick=alert(1)>x</canvas>',
  '<noframes><img src=x onerror=alert(1)></noframes>',
  '<noembed><img src=x onerror=alert(1)></noembed>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<listing><img src=x onerror=alert(1)></listing>',
  '<title><img src=x onerror=alert(1)></title>',
  '<?xml version="1.0"?><?x <img src=x onerror=alert(1)>?>',
  '<!DOCTYPE x [<!ENTITY y "<img src=x onerror=alert(1)>">]>&y;',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
]

const mutations = [
  '<svg><textarea><img src=x onerror=alert(1)></textarea></svg>',
  '<svg></p><textarea><title><style></textarea><img src=x onerror=alert(1)></style></title></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<svg><p><style><g title="</style><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><mtext><mglyph><style><img src=x onerror=alert(1)></style></mglyph></mtext></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<math><annotation-xml encoding="text/html"><style><img src=x onerror=alert(1)></style></annotation-xml></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<p><noscript></p><img title="</noscript><img src=x onerror=alert(1)>">',
  '<noscript><style></noscript><img src=x onerror=alert(1)></style>',
  '<noscript><!--</noscript><img src=x onerror=alert(1)>-->',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<xmp>&lt;img src=x onerror=alert(1)&gt;</xmp>',
  '<xmp></xmp/><img src=x onerror=alert(1)>',
  '<textarea></textarea/><img src=x onerror=alert(1)>',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<textarea>&lt;/textarea&gt;&lt;img src=x onerror=alert(1)&gt;</textarea>',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<iframe><p title="</iframe><img src=x onerror=alert(1)>">',
  '<noembed><p title="</noembed><img src=x onerror=alert(1)>">',
  '<option><style></option></select><img src=x onerror=alert(1)></style>',
  '<select><option>&lt;script&gt;alert(1)&lt;/script&gt;</option></select>',
  '<select><template><style><img src=x onerror=alert(1)></style></template></select>',
  '<table><td></table><img src=x onerror=alert(1)><td>',
  '<table><caption><svg><style></caption><img src=x onerror=alert(1)>',
  '<a><table><a href="javascript:alert(1)">x',
  '<p><p title="><img src=x onerror=alert(1)>">',
  '<b title="\'><img src=x onerror=alert(1)>">',
  "<b title='\"><img src=x onerror=alert(1)>'>",
  '<b title="&quot;><img src=x onerror=alert(1)>">',
  '<b title="&lt;/b&gt;&lt;img src=x onerror=alert(1)&gt;">x</b>',
  '<b title=`><img src=x onerror=alert(1)>`>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '&#x3c;img src=x onerror=alert(1)&#x3e;',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '\uff1cscript\uff1ealert(1)\uff1c/script\uff1e',
  '\u2039script\u203aalert(1)',
  '<\u0131mg src=x onerror=alert(1)>',
  '<\u017fcript>alert(1)</\u017fcript>',
  '<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '<img src=x on\u0000error=alert(1)>',
  '<\u0000img src=x onerror=alert(1)>',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '<div><div><div></p></b></i><img src=x onerror=alert(1)',
  '<img src="x" <b onerror=alert(1)>',
  '<b <script>alert(1)</script>',
  '<b/<img src=x onerror=alert(1)>>',
  '</b onclick=alert(1)>',
  '</<img src=x onerror=alert(1)>>',
  '<a href="https://festival.example"title="x"onclick="alert(1)">x</a>',
  '<a "=" onclick=alert(1) href="#">x</a>',
  '<a =onclick=alert(1)>x</a>',
  '<a <onclick=alert(1)>x</a>',
  '< img src=x onerror=alert(1)>',
  '<\nimg src=x onerror=alert(1)>',
  "<%<!--'%><script>alert(1)</script -->",
  '<a href="x" __proto__="y" constructor="z" hasOwnProperty="w">x</a>',
  '<__proto__><constructor><tostring>',
]

const markdowns = [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x]( javascript:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](javascript&#58;alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](\\javascript:alert(1))',
  '[x](javascript\\:alert(1))',
  '[x](javascript:alert%281%29)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox(1))',
  '[x](//evil.example)',
  '[x](https://festival.example "onclick=alert(1)")',
  '[x](https://festival.example "\\" onclick=alert(1) x=\\"")',
  '[x](https://festival.example \'" onclick="alert(1)\')',
  '[x](https://festival.example" onclick="alert(1))',
  '[x](<https://festival.example" onclick="alert(1)>)',
  '[<img src=x onerror=alert(1)>](https://festival.example)',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '![x" onerror="alert(1)](https://festival.example/a.png)',
  '![x](https://festival.example/a.png"onerror="alert(1))',
  '![x](x "y\\" onerror=alert(1) z=\\"")',
  '![<script>alert(1)</script>](x)',
  '[x][y]\n\n[y]: javascript:alert(1)',
  '[y]\n\n[y]: <javascript:alert(1)> "z"',
  '[y]\n\n[y]: https://festival.example "\\" onclick=alert(1)"',
  '<javascript:alert(1)>',
  '<JAVASCRIPT:alert(1)>',
  '<data:text/html,x>',
  '<vbscript:x>',
  'javascript:alert(1)',
  'https://festival.example"onclick="alert(1)',
  'https://festival.example/<script>alert(1)</script>',
  'www.festival.example"onmouseover=alert(1)',
  '`<img src=x onerror=alert(1)>`',
  '```html\n<script>alert(1)</script>\n```',
  '```"onclick="alert(1)\nx\n```',
  '```js"><img/src=x/onerror=alert(1)>\nx\n```',
  '    <script>alert(1)</script>',
  '# <img src=x onerror=alert(1)>',
  '> <script>alert(1)</script>',
  '- <svg onload=alert(1)>',
  '**<b onclick=alert(1)>**',
  '|<img src=x onerror=alert(1)>|\n|-|\n|<svg onload=alert(1)>|',
  'x\n<div onclick=alert(1)>\n\n*x*\n\n</div>',
  '<div>\n[x](javascript:alert(1))\n</div>',
  '\\<img src=x onerror=alert(1)\\>',
  '<!-- -->[x](javascript:alert(1))<!-- -->',
  '[x](javascript:alert(1)//https://festival.example)',
  '[a]: <javascript:alert(1)>\n[a]',
  '<a href="[x](javascript:alert(1))">x</a>',
  '![[x](javascript:alert(1))](y)',
]

const payloads = [...handlers, ...addresses, ...elements, ...mutations, ...markdowns]
