import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { choosePages } from '../../src/onboarding/capture/links.ts'
import { createReader } from '../../src/onboarding/capture/reader.ts'
import { readFeed } from '../../src/onboarding/read/feeds.ts'
import { markdownOf } from '../../src/onboarding/read/markdown.ts'
import { readPage } from '../../src/onboarding/read/read-page.ts'
import { readStyles } from '../../src/onboarding/read/styles.ts'
import { cutText } from '../../src/onboarding/text.ts'
import { parseWebsite } from '../../src/onboarding/website.ts'

const url = 'https://lac.example/page'
const reader = createReader({ timeoutMs: 3_000 })
after(() => reader.close())

test('a page becomes blocks: headings, text, lists, tables, images, buttons, folds and embeds, without its frame', () => {
  const { blocks } = readPage(
    `<body><nav><a href="/x">Menu</a></nav><main><h2>Venir</h2><p>Par <a href="/train">le train</a> ou <b>à vélo</b>.</p>
     <ul><li>Un</li><li>Deux<ul><li>Dedans</li></ul></li></ul><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2|3</td></tr></table>
     <img src="a.jpg" alt="Rive"><img src="b.jpg"><img src="pixel.gif" width="1"><a class="btn btn-primary" href="/go">Réserver</a>
     <details><summary>Et la pluie ?</summary><p>On joue quand même, sous le grand tilleul.</p></details><iframe src="https://video.example/1" title="Film"></iframe>
     <form>Votre nom</form></main><footer>Pied</footer></body>`,
    url,
  )
  assert.deepEqual(blocks, [
    { type: 'title', text: 'Venir', level: 2 },
    { type: 'paragraph', text: 'Par [le train](https://lac.example/train) ou **à vélo**.' },
    { type: 'paragraph', text: '- Un\n- Deux\n   - Dedans' },
    { type: 'paragraph', text: '| A | B |\n| - | - |\n| 1 | 2\\|3 |' },
    {
      type: 'media',
      values: [
        { media: { url: 'https://lac.example/a.jpg', alt: 'Rive' }, fit: 'cover' },
        { media: { url: 'https://lac.example/b.jpg', alt: '' }, fit: 'cover' },
      ],
      format: 'carousel',
    },
    { type: 'button', label: 'Réserver', style: 'filled', navigator: { url: 'https://lac.example/go' } },
    {
      type: 'section',
      title: 'Et la pluie ?',
      blocks: [{ type: 'paragraph', text: 'On joue quand même, sous le grand tilleul.' }],
    },
    { type: 'embed', url: 'https://video.example/1', title: 'Film', ratio: 1.78 },
  ])
})

test('no markup of a page survives: scripts are removed, Markdown is escaped, only web, mail and phone links are kept', () => {
  const text = markdownOf(
    '<p onclick="x()">A <script>alert(1)</script><a href="javascript:alert(1)">b</a> &lt;img src=x onerror=alert(1)&gt; *c* [d](javascript:e)</p><svg onload=x><text>f</text></svg><a href="mailto:a@b.example">g</a>',
    url,
  )
  assert.equal(text, 'A b \\<img src=x onerror=alert(1)\\> \\*c\\* \\[d\\](javascript:e)\n\n[g](mailto:a@b.example)')
})

test('RSS and Atom feeds yield articles, and entities in them do not expand', () => {
  const bomb = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>`
  const atom = `<?xml version="1.0"?>${bomb}<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Un &lol2;</title><link href="/a"/><id>x</id><updated>2031-01-01T00:00:00Z</updated><content type="html">&lt;p&gt;Deux &lt;b&gt;trois&lt;/b&gt;&lt;/p&gt;</content></entry></feed>`
  const [article] = readFeed(atom, url).articles
  assert.equal(article?.content, 'Deux **trois**')
  assert.equal(article?.url, 'https://lac.example/a')
  assert.equal(article?.publishedAt, '2031-01-01T00:00:00.000Z')
  assert(!article?.title.includes('lollol'))
})

test('style sheets yield backgrounds, brand variables and typefaces', () => {
  const styles = readStyles(
    '/* x */ :root{--brand:#0a7}@media print{body{color:red}} body{background:var(--paper);color:#111;font-family:"Inter",sans-serif} :root{--paper:#fafafa} @font-face{font-family:Inter;src:url(inter.woff2) format("woff2");font-weight:bold}',
    url,
  )
  assert.equal(styles.background, '#fafafa')
  assert.equal(styles.text, '#111111')
  assert.equal(styles.bodyFont, 'Inter')
  assert.deepEqual(styles.fonts, [
    { family: 'Inter', weights: [{ weight: 700, url: 'https://lac.example/inter.woff2', style: 'normal' }] },
  ])
})

test('pages that visitors look for are chosen first, only of the same site', () => {
  const link = (path: string, label: string) => ({ url: new URL(path, url).href, label, isMain: true })
  const links = [
    link('/mentions-legales', 'Mentions légales'),
    link('/partenaires', 'Partenaires'),
    link('/programme', 'Programme'),
    link('/infos', 'Infos pratiques'),
    link('https://other.example/programme', 'Programme'),
    link('/affiche.pdf', 'Affiche'),
  ]
  assert.deepEqual(choosePages(url, links, [], 2), ['https://lac.example/programme', 'https://lac.example/infos'])
})

test('texts are cut at a sentence or a word', () => {
  assert.equal(cutText('Une phrase. Une autre, bien plus longue que la première.', 20), 'Une phrase.')
  assert.equal(cutText('Un mot après un autre encore', 16), 'Un mot après…')
  assert.equal(cutText('court', 80), 'court')
})

test('an address can be typed loosely, but must be an address', () => {
  assert.deepEqual(parseWebsite('lac.example/fr'), { website: 'https://lac.example/fr' })
  assert.deepEqual(parseWebsite(' http://lac.example#x '), { website: 'http://lac.example/' })
  for (const bad of [
    '',
    'lac',
    'ftp://lac.example',
    'javascript:alert(1)',
    'https://u:p@lac.example',
    'a b.example',
    'file:///etc/passwd',
  ])
    assert('fault' in parseWebsite(bad), bad)
})

test('pages made to exhaust a parser are read in time or left out', async () => {
  const nested = `<body>${'<div>'.repeat(300_000)}x${'</div>'.repeat(300_000)}</body>`
  const links = `<body>${Array.from({ length: 200_000 }, (_, at) => `<a href="/p${at}">x</a>`).join('')}</body>`
  const deepJson = `<script type="application/ld+json">${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}</script>`
  const wideJson = `<script type="application/ld+json">[${Array.from({ length: 50_000 }, (_, at) => `{"@type":"Event","name":"e${at}","startDate":"2031-01-01"}`).join(',')}]</script>`
  const started = performance.now()
  for (const page of [nested, links, deepJson, wideJson, '<a '.repeat(200_000), '<!--'.repeat(200_000)]) {
    const found = await reader.read('page', page, url)
    if (!found) continue
    assert(found.links.length <= 300 && found.wholes.length <= 20 && JSON.stringify(found).length < 2_000_000)
  }
  const endless =
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:x\r\nSUMMARY:x\r\nDTSTART:20310101T000000Z\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31\r\nEND:VEVENT\r\nEND:VCALENDAR'
  const file = (text: string) => ({ bytes: Buffer.from(text), contentType: '', timeZone: 'UTC', isPrinted: true })
  const found = await reader.read('programme', file(endless), url)
  assert((found?.records.length ?? 0) <= 500)
  await reader.read('programme', file(wideJson), url)
  assert((await reader.read('page', '<title>Encore là</title>', url))?.title === 'Encore là', 'the reader goes on')
  assert(performance.now() - started < 40_000)
})
