import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readProgramme } from '@marquee/formats'

const read = async (content: string) => {
  const file = { bytes: Buffer.from(content), url: 'https://harbour.example/news/feed' }
  const { format, event, records, notes } = await readProgramme(file, { timeZone: 'Europe/Paris' })
  const articles = records
    .filter(({ kind }) => kind === 'broadcastArticle')
    .map(({ key, fields }) => ({ key, ...fields }))
  return { format, title: event.title, articles, codes: notes.map(({ code, at }) => (at ? `${code} ${at}` : code)) }
}

const expected = {
  key: 'id:n1',
  title: 'Tickets & boats',
  content:
    '<p>On sale. <a href="https://harbour.example/tickets?a=1&amp;b=2">Buy</a> <img src="https://harbour.example/news/boat.jpg"></p>',
  contentFormat: 'html',
  publishedAt: '2027-05-01T08:00:00.000Z',
  coverImageUrl: 'https://harbour.example/news/boat.jpg',
  categoryIds: [{ reference: 'name:news' }],
}
const content = '<p>On sale. <a href="/tickets?a=1&amp;b=2">Buy</a> <img src="boat.jpg"></p>'
const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

test('RSS is read with its whole text, and links are made absolute', async () => {
  const { format, title, articles, codes } =
    await read(`<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Harbour news</title>
<item><title>Tickets &amp;amp; boats</title><link>https://harbour.example/news/1</link><guid>n1</guid><pubDate>Sat, 01 May 2027 10:00:00 +0200</pubDate><category>News</category><dc:creator>Ada Wrenfield</dc:creator><description>Short</description><content:encoded><![CDATA[${content}]]></content:encoded></item>
<item><title></title><guid>n2</guid></item><item><title>Empty</title><guid>n3</guid><pubDate>someday</pubDate><enclosure url="https://x.example/a.jpg" type="image/jpeg"/></item></channel></rss>`)
  assert.deepEqual([format, title], ['rss', 'Harbour news'])
  assert.deepEqual(articles, [expected, { key: 'id:n3', title: 'Empty', coverImageUrl: 'https://x.example/a.jpg' }])
  assert.deepEqual(codes, ['no_title line 3', 'no_content line 3', 'invalid_time line 3', 'authors_left_out'])
})

test('Atom is read', async () => {
  const { format, articles } = await read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour news</title>
<entry><id>n1</id><title type="html">Tickets &amp;amp; boats</title><link rel="self" href="/x"/><link href="https://harbour.example/news/1"/><published>2027-05-01T08:00:00Z</published><category term="News"/><content type="html">${escaped}</content></entry>
<entry><id>n2</id><title>Plain</title><updated>2027-05-02T10:00:00+02:00</updated><summary>1 &lt; 2</summary></entry></feed>`)
  assert.equal(format, 'atom')
  assert.deepEqual(articles, [
    expected,
    { key: 'id:n2', title: 'Plain', content: '1 < 2', publishedAt: '2027-05-02T08:00:00.000Z' },
  ])
})

test('JSON Feed is read', async () => {
  const { format, articles, codes } = await read(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Harbour news',
      items: [
        {
          id: 'n1',
          title: 'Tickets & boats',
          url: 'https://harbour.example/news/1',
          content_html: content,
          date_published: '2027-05-01T10:00:00+02:00',
          tags: ['News'],
        },
        { id: 'n2', content_text: 'A note\nwithout title', date_published: 'soon' },
      ],
    }),
  )
  assert.equal(format, 'json-feed')
  assert.deepEqual(articles, [expected, { key: 'id:n2', title: 'A note', content: 'A note\nwithout title' }])
  assert.deepEqual(codes, ['invalid_time /items/1'])
})

test('a feed with a document type is refused with its place', async () => {
  const bomb = '<!DOCTYPE rss [<!ENTITY a "b">]>\n<rss><channel><title>&a;</title></channel></rss>'
  await assert.rejects(read(bomb), /refused\. \(line 1, column 1\)$/)
})
