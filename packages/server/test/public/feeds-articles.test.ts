import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ArticleFeed, FeedArticle } from '../../src/public/feeds/articles.ts'
import { createLinks } from '../../src/public/feeds/links.ts'
import { heldText } from '../../src/public/feeds/text.ts'
import { nastyStrings } from '../support/nasty-strings.ts'
import { articlesAtom, articlesJson, articlesRss } from './feed-texts.ts'
import { festival, idOf, mapOf, record } from './sample-programme.ts'
import { childrenOf, readXml, textAt } from './xml-reader.ts'

const page = `https://festival.example/broadcastArticles/${idOf(1)}`
const code = '<code>src="/not"</code> ]]&gt; ]]&gt;'
const mail = '<a href="mailto:info@festival.example?subject=a&amp;body=%22b">mail</a>'
const html = [
  `<p>1 &lt; 2 <a href="/plan?a=1&amp;b=2" rel="noopener noreferrer">plan</a> ${code}</p>`,
  `<img alt="a &gt; b" src="/media/1.jpg" />${mail}`,
  '<a title="1" href="?q=&quot;&lt;$&amp;">q</a><a href="">self</a><a href="#top">top</a>',
].join('\n')
const wholeHtml = [
  `<p>1 &lt; 2 <a href="https://festival.example/plan?a=1&amp;b=2" rel="noopener noreferrer">plan</a> ${code}</p>`,
  `<img alt="a &gt; b" src="https://api.example/media/1.jpg" />${mail}`,
  `<a title="1" href="${page}?q=%22%3C$&amp;">q</a><a href="${page}">self</a><a href="${page}#top">top</a>`,
].join('\n')

const feed = feedOf([
  article(1, {
    title: 'Q&A <3 ]]> ]]>',
    publishedAt: '2026-07-02T08:00:00.000Z',
    coverImageUrl: 'https://cdn.example/cover?w=1&h=2',
    categoryIds: [idOf(21), idOf(22)],
  }),
  { ...article(2, { title: null, publishedAt: '2026-01-01T00:00:00.000Z', media: { mediaId: idOf(31) } }), html: '' },
])

test('every article is in every feed with the same id, URL, title, texts, dates and categories', () => {
  const rss = readRss(articlesRss(feed))
  const atom = readAtom(articlesAtom(feed))
  const json = readJson(articlesJson(feed))
  assert.deepEqual(atom, rss)
  assert.deepEqual(json, rss)
  const [first, second] = rss
  assert.match(String(first?.id), /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.deepEqual(first, {
    id: first?.id,
    url: page,
    title: 'Q&A <3 ]]> ]]>',
    html: wholeHtml,
    excerpt: '1 < 2 & ]]> ]]>',
    publishedAt: '2026-07-02T08:00:00.000Z',
    categories: ['Concert; rock, pop', 'for <3 & co'],
    imageUrl: 'https://cdn.example/cover?w=1&h=2',
  })
  assert.equal(second?.title, 'La Grande Étale')
  assert.equal(second?.imageUrl, 'https://images.example/drums.jpg')
  assert.notEqual(first?.id, second?.id)
})

test('an id is stable when title, text and website change', () => {
  const idsOf = (source: ArticleFeed) => readJson(articlesJson(source)).map(({ id }) => id)
  const articles = feed.articles.map((each) => ({ ...each, html: '', record: { ...each.record, title: 'Other' } }))
  const links = createLinks({ siteUrl: null, paths: null, apiUrl: 'https://other.example/v1/public/x' })
  assert.deepEqual(idsOf({ ...feed, articles, links }), idsOf(feed))
})

test('feeds have a language, their own URL and their last change, independent of the clock', () => {
  const rss = childrenOf(readXml(articlesRss(feed)), 'rss', 'channel')[0] ?? {}
  assert.equal(textAt(rss, 'language'), 'fr')
  assert.equal(textAt(rss, 'lastBuildDate'), 'Thu, 02 Jul 2026 08:00:00 GMT')
  assert.equal(childrenOf(rss, 'atom:link')[0]?.['@href'], feed.feedUrl)
  const atom = childrenOf(readXml(articlesAtom(feed)), 'feed')[0] ?? {}
  assert.equal(atom['@xml:lang'], 'fr')
  assert.equal(textAt(atom, 'updated'), '2026-07-02T08:00:00.000Z')
  assert.deepEqual(
    childrenOf(atom, 'entry').map((entry) => textAt(entry, 'updated')),
    ['2026-07-02T08:00:00.000Z', '2026-02-01T10:00:00.000Z'],
  )
  const { version, language, feed_url } = JSON.parse(articlesJson(feed))
  assert.deepEqual([version, language, feed_url], ['https://jsonfeed.org/version/1.1', 'fr', feed.feedUrl])
  const again = { ...structuredClone({ ...feed, links: null }), links: feed.links }
  for (const make of [articlesRss, articlesAtom, articlesJson]) assert.equal(make(again), make(feed))
})

test('a feed without articles or language is valid', () => {
  const empty = { ...feedOf([]), locale: null }
  assert.deepEqual(readRss(articlesRss(empty)), [])
  assert.deepEqual(readAtom(articlesAtom(empty)), [])
  assert.deepEqual(readJson(articlesJson(empty)), [])
  assert.equal(textAt(readXml(articlesAtom(empty)), 'feed', 'updated'), empty.broadcast._updatedAt)
  assert.doesNotMatch(articlesRss(empty) + articlesAtom(empty) + articlesJson(empty), /lang/)
})

test('an enclosure has a valid type', () => {
  const types = ['a.PNG', 'a.jpg', 'cover', 'a.php?x.svg', 'a.webp#x'].map((name) => {
    const one = feedOf([article(1, { coverImageUrl: `https://cdn.example/${name}` })])
    return childrenOf(readXml(articlesRss(one)), 'rss', 'channel', 'item', 'enclosure')[0]?.['@type']
  })
  assert.deepEqual(types, ['image/png', 'image/jpeg', 'image/jpeg', 'image/jpeg', 'image/webp'])
  for (const coverImageUrl of ['javascript:alert(1)', 'data:image/png;base64,AA==', null]) {
    assert.doesNotMatch(articlesRss(feedOf([article(1, { coverImageUrl })])), /enclosure/)
  }
})

test('no text makes a feed unparsable', () => {
  assertHolds(nastyStrings())
  const pieces = fc.constantFrom(
    ']]>',
    '<![CDATA[',
    '&',
    '&amp;',
    '<',
    '"',
    '\0',
    '\ud800',
    '\ufffe',
    '\r\n',
    '-->',
    '<?',
    '🎉',
  )
  const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 20 })
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) =>
      assertHolds(texts.map((all) => all.join(''))),
    ),
    { numRuns: 150 },
  )
})

function assertHolds(texts: string[]): void {
  const categories = mapOf(...texts.map((title, index) => record(index, { title, key: title })))
  const articles = texts.map((title, index) => ({
    ...article(index, { title, categoryIds: [idOf(index)], coverImageUrl: title }),
    html: title,
    excerpt: title,
  }))
  const nasty = { ...feedOf(articles), categories, broadcast: { ...feed.broadcast, name: texts.join('') } }
  for (const items of [readRss(articlesRss(nasty)), readAtom(articlesAtom(nasty))]) {
    assert.equal(items.length, texts.length)
    for (const [index, text] of texts.entries()) {
      const held = heldText(text)
      assert.equal(items[index]?.title, text === '' ? heldText(nasty.broadcast.name) : held)
      assert.equal(items[index]?.html, held)
      assert.equal(items[index]?.excerpt, held)
      assert.deepEqual(items[index]?.categories, text === '' ? [] : [held])
    }
  }
  assert.equal(readJson(articlesJson(nasty)).length, texts.length)
}

function article(number: number, fields: Record<string, unknown>): FeedArticle {
  const fallback = {
    title: `Article ${number}`,
    publishedAt: '2026-01-01T00:00:00.000Z',
    coverImageUrl: null,
    media: null,
  }
  return { record: record(number, { ...fallback, categoryIds: [], ...fields }), html, excerpt: '1 < 2 & ]]> ]]>' }
}

function feedOf(articles: FeedArticle[]): ArticleFeed {
  const { broadcast, locale, categories, medias, links } = festival
  return {
    broadcast,
    locale,
    categories,
    medias,
    links,
    articles,
    feedUrl: 'https://api.example/v1/public/x/articles.rss?a=1&b=2',
  }
}

function readRss(text: string) {
  return childrenOf(readXml(text), 'rss', 'channel', 'item').map((item) => ({
    id: textAt(item, 'guid'),
    url: textAt(item, 'link'),
    title: textAt(item, 'title'),
    html: textAt(item, 'content:encoded'),
    excerpt: unescaped(textAt(item, 'description')),
    publishedAt: new Date(textAt(item, 'pubDate')).toISOString(),
    categories: childrenOf(item, 'category').map((category) => category['#text']),
    imageUrl: childrenOf(item, 'enclosure')[0]?.['@url'] ?? null,
  }))
}

function readAtom(text: string) {
  return childrenOf(readXml(text), 'feed', 'entry').map((entry) => {
    const linkOf = (rel: string) => childrenOf(entry, 'link').find((link) => link['@rel'] === rel)?.['@href']
    return {
      id: textAt(entry, 'id'),
      url: linkOf('alternate'),
      title: textAt(entry, 'title'),
      html: textAt(entry, 'content'),
      excerpt: String(childrenOf(entry, 'summary')[0]?.['#text'] ?? ''),
      publishedAt: textAt(entry, 'published'),
      categories: childrenOf(entry, 'category').map((category) => category['@label']),
      imageUrl: linkOf('enclosure') ?? null,
    }
  })
}

interface JsonItem {
  id: string
  url: string
  title: string
  content_html: string
  summary?: string
  date_published: string
  tags: string[]
  image?: string
}

function readJson(text: string) {
  const { items } = JSON.parse(text) as { items: JsonItem[] }
  return items.map((item) => ({
    id: item.id,
    url: item.url,
    title: item.title,
    html: item.content_html,
    excerpt: item.summary ?? '',
    publishedAt: item.date_published,
    categories: item.tags,
    imageUrl: item.image ?? null,
  }))
}

const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
