import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Invalid } from '@marquee/model'
import { addressName, disposition, requireFileName } from '../../src/media/address.ts'
import { aroundFocus } from '../../src/media/rendition-maker.ts'
import { type Asked, chooseRendition, ladder, renditionName } from '../../src/media/renditions.ts'
import { isShownInline, sniff } from '../../src/media/sniff.ts'
import { cleanSvg } from '../../src/media/svg.ts'
import { font, handmadePng, mp3, picture } from './samples.ts'

describe('the type of a file', () => {
  const box = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(12)])
  const cases: [string, Buffer | string][] = [
    ['application/pdf', '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'],
    ['image/avif', box('avif')],
    ['image/heic', box('heic')],
    ['video/mp4', box('isom')],
    ['audio/mp4', box('M4A ')],
    ['video/quicktime', box('qt  ')],
    [
      'video/webm',
      Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from('\x9fB\x86\x81\x01B\x82\x84webm', 'latin1')]),
    ],
    ['audio/ogg', Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0vorbis', 'latin1')],
    ['video/ogg', Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\x80theora', 'latin1')],
    ['audio/wav', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
    ['audio/flac', 'fLaC\0\0\0\x22'],
    ['audio/mpeg', Buffer.from('ID3\x04\0\0', 'latin1')],
    ['audio/mpeg', mp3()],
    ['font/ttf', font()],
    ['font/otf', font('OTTO')],
    ['font/woff', 'wOFF\0\x01\0\0'],
    ['font/woff2', 'wOF2\0\x01\0\0'],
    ['application/zip', Buffer.from('PK\x03\x04\x14\0', 'latin1')],
    ['text/calendar', 'BEGIN:VCALENDAR\r\nVERSION:2.0'],
    ['application/json', '{"a": [1, 2]}'],
    ['text/plain', 'Doors open at six.\n'],
    ['text/plain', '{not json}'],
    ['text/plain', 'Été 2026 — Ñandú'],
    ['text/html', '<!DOCTYPE html><p>'],
    ['text/html', '  <script>alert(1)</script>'],
    ['text/html', 'hello <script>alert(1)</script>'],
    ['application/xml', '<?xml version="1.0"?><rss/>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['image/svg+xml', '<?xml version="1.0"?><!-- a > b --><!DOCTYPE svg PUBLIC "x" "y"><svg/>'],
    ['application/octet-stream', Buffer.from([0, 1, 2, 3])],
    ['application/octet-stream', Buffer.from([0xff, 0xfe, 0x41])],
    ['application/octet-stream', Buffer.from('\0\x01\0\0nothing like a font at all', 'latin1')],
  ]
  for (const [type, bytes] of cases)
    test(`of ${JSON.stringify(Buffer.from(bytes).toString('latin1', 0, 24))} is ${type}`, () =>
      assert.equal(sniff(Buffer.from(bytes as string, 'utf8')), type))

  test('of images is detected in the output of encoders', async () => {
    for (const format of ['png', 'jpeg', 'webp', 'avif', 'gif'] as const)
      assert.equal(sniff(await picture(format, { width: 8, height: 8 })), `image/${format}`)
  })

  test('that is executable, an archive or unknown is never displayed inline', () => {
    for (const type of [
      'text/html',
      'application/xml',
      'application/zip',
      'application/pdf',
      'application/octet-stream',
    ])
      assert.equal(isShownInline(type), false, type)
  })

  test('is detected fast, whatever the bytes', () => {
    const startedMs = performance.now()
    for (const piece of ['<!-- -->', '<!--', '<?', '<!doctype [', ' ', '[', '<', '\xff\xfb\x90\0'])
      sniff(Buffer.from(piece.repeat(65_536 / piece.length), 'latin1'))
    assert(performance.now() - startedMs < 1_000)
  })
})

describe('an SVG', () => {
  const clean = async (inner: string, attributes = '') =>
    (
      await cleanSvg(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`), '/files/0')
    ).bytes.toString()

  const harmful = [
    '<script>alert(1)</script>',
    '<script xlink:href="https://evil.example/x.js"/>',
    '<SCRIPT>alert(1)</SCRIPT>',
    '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>',
    '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
    '<rect onload="alert(1)" onclick="alert(1)" ONFOCUS="alert(1)"/>',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    '<a href="javascript:alert(1)"><text>x</text></a>',
    '<use href="https://evil.example/a.svg#x"/>',
    '<use xlink:href="data:image/svg+xml;base64,PHN2Zy8+#x"/>',
    '<image href="https://evil.example/pixel.png"/>',
    '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
    '<image href="data:text/html;base64,PGI+"/>',
    '<rect style="background: url(https://evil.example/x)"/>',
    '<rect fill="url(https://evil.example/x#y)"/>',
    '<rect fill="url( &#x27;https://evil.example/x#y&#x27; )"/>',
    '<style>@import "https://evil.example/x.css";</style>',
    '<style>rect { fill: url(//evil.example/x) }</style>',
    '<style>@font-face { font-family: x; src: url(https://evil.example/f) }</style>',
    '<style>rect { fill: u\\72l(https://evil.example/x) }</style>',
    '<style><![CDATA[ @import url(https://evil.example/x.css); ]]></style>',
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<set attributeName="onmouseover" to="alert(1)"/>',
    '<handler type="text/javascript">alert(1)</handler>',
    '<iframe src="https://evil.example"/>',
    '<feImage href="https://evil.example/x"/>',
    '<!-- <script>alert(1)</script> -->',
    '<?xml-stylesheet href="https://evil.example/x.css"?>',
    '<title><script>alert(1)</script></title>',
    '<g><![CDATA[<script>alert(1)</script>]]></g>',
  ]
  for (const inner of harmful)
    test(`is stripped of code and external resources: ${inner.slice(0, 70)}`, async () => {
      const left = await clean(inner)
      assert.doesNotMatch(
        left,
        /<\w*:?script|\bon\w+=|javascript:|evil\.example|foreignObject|<iframe|<!--|<\?|<!\[CDATA/i,
      )
      assert.doesNotMatch(left, /data:(?!image\/(png|jpeg))/)
    })

  test('keeps harmless elements', async () => {
    const inner =
      '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
      '<style>.b{fill:url(#a)}</style><path class="b" d="M0 0h10v10z" style="stroke:#000" transform="scale(2)"/>' +
      '<use href="#a"/><image href="data:image/png;base64,iVBORw0KGgo="/><text x="1">A &amp; B &lt; C</text>'
    assert.equal(
      await clean(inner, 'viewBox="0 0 20 10"'),
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">${inner}</svg>`,
    )
  })

  test('has the size of its attributes, or of its view box', async () => {
    const sizeOf = async (attributes: string) => {
      const { width, height } = await cleanSvg(Buffer.from(`<svg ${attributes}/>`), '')
      return [width, height]
    }
    assert.deepEqual(await sizeOf('width="120" height="60.4px"'), [120, 60])
    assert.deepEqual(await sizeOf('width="100%" height="100%" viewBox="0 0 640 480"'), [640, 480])
    assert.deepEqual(await sizeOf('width="1e99" height="2"'), [null, null])
  })

  test('with entity declarations, excessive nesting or without a root is refused', async () => {
    const laughs = `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><svg>&b;</svg>`
    const external = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>`
    const open = `<svg>${'<![CDATA['.repeat(190_000)}${' '.repeat(1_000_000)}`
    const deep = `<svg>${'<g x="/>">'.repeat(50_000)}`
    const many = `<svg>${'<g/>'.repeat(250_000)}</svg>`
    const startedMs = performance.now()
    await cleanSvg(Buffer.from(open), '/files/0')
    for (const source of [laughs, external, deep, many, '<html><svg/></html>', `<svg>${' '.repeat(5_000_000)}</svg>`])
      await assert.rejects(
        cleanSvg(Buffer.from(source), '/files/0'),
        (error) => error instanceof Invalid && error.fieldErrors[0]?.pointer === '/files/0',
      )
    assert(performance.now() - startedMs < 5_000)
  })
})

describe('a rendition', () => {
  const photo = { width: 4_000, height: 3_000, frames: 1, mimeType: 'image/jpeg', crop: null, focalPoint: null }
  const ask: Asked = { w: null, h: null, fit: null, format: null, crop: null }
  const sizeOf = (asked: Partial<Asked>, of = photo) => {
    const { width, height } = chooseRendition(of, { ...ask, ...asked }, '')
    return [width, height]
  }

  test('has the next larger standard width, and is never enlarged', () => {
    assert.deepEqual(sizeOf({ w: 300 }), [384, 288])
    assert.deepEqual(sizeOf({ w: 384 }), [384, 288])
    assert.deepEqual(sizeOf({ w: 1, h: 1 }), [64, 48])
    assert.deepEqual(sizeOf({ h: 300 }), [512, 384])
    assert.deepEqual(sizeOf({ w: 3_840 }), [3_840, 2_880])
    assert.deepEqual(sizeOf({ w: 3_840 }, { ...photo, width: 500, height: 100 }), [500, 100])
  })

  test('that covers a box has its aspect ratio, within the image', () => {
    assert.deepEqual(sizeOf({ w: 300, h: 300, fit: 'cover' }), [384, 384])
    assert.deepEqual(sizeOf({ w: 400, h: 225, fit: 'cover' }), [512, 288])
    assert.deepEqual(sizeOf({ w: 3_000, h: 3_000, fit: 'cover' }), [3_000, 3_000])
    assert.deepEqual(sizeOf({ w: 50, fit: 'cover' }), [64, 48])
  })

  test('has the best accepted format', () => {
    const format = (accept: string, more = {}) =>
      chooseRendition({ ...photo, ...more }, { ...ask, w: 64 }, accept).format
    assert.equal(format('image/avif,image/webp,*/*'), 'avif')
    assert.equal(format('image/avif;q=0, image/webp'), 'webp')
    assert.equal(format('image/webp'), 'webp')
    assert.equal(format('*/*'), 'jpeg')
    assert.equal(format('*/*', { mimeType: 'image/png' }), 'png')
    assert.equal(format('image/avif,image/webp', { frames: 5 }), 'webp')
    assert.equal(format('', { frames: 5 }), 'gif')
    assert.equal(chooseRendition(photo, { ...ask, format: 'png' }, 'image/avif').format, 'png')
  })

  test('is one of a bounded number, whatever is requested', () => {
    const names = new Set<string>()
    for (let w = 1; w <= 3_840; w += 7)
      for (let h = 1; h <= 3_840; h += 211)
        for (const fit of ['cover', 'contain'] as const)
          names.add(renditionName(chooseRendition(photo, { ...ask, w, h, fit }, '')))
    assert(names.size <= ladder.length * 16, `${names.size}`)
  })

  test('of a cropped picture is made of that part alone, when the crop is requested', () => {
    const cropped = { ...photo, crop: { x: 0.25, y: 0.5, width: 0.5, height: 0.5 }, focalPoint: { x: 0.25, y: 1 } }
    const of = (asked: Partial<Asked>) => chooseRendition(cropped, { ...ask, ...asked }, '')
    assert.deepEqual(of({ w: 300 }).area, null)
    const small = of({ w: 300, crop: '0.25,0.5,0.5,0.5' })
    assert.deepEqual(small.area, { left: 1_000, top: 1_500, width: 2_000, height: 1_500 })
    assert.deepEqual([small.width, small.height], [384, 288])
    assert.deepEqual(of({ w: 3_840, crop: '0,0,1,1' }).width, 2_000, 'no larger than the crop')
    const square = of({ w: 300, h: 300, fit: 'cover', crop: '0,0,1,1' })
    assert.deepEqual(square.focus, { x: 0, y: 1 }, 'the focal point, seen from the crop')
    assert.notEqual(renditionName(small), renditionName(of({ w: 300 })))
  })

  test('is cropped around the focal point, within the image', () => {
    const wide = { width: 400, height: 200 }
    assert.deepEqual(aroundFocus(wide, 1, { x: 0.5, y: 0.5 }), { left: 100, top: 0, width: 200, height: 200 })
    assert.deepEqual(aroundFocus(wide, 1, { x: 0, y: 0 }), { left: 0, top: 0, width: 200, height: 200 })
    assert.deepEqual(aroundFocus(wide, 1, { x: 1, y: 1 }), { left: 200, top: 0, width: 200, height: 200 })
    assert.deepEqual(aroundFocus(wide, 4, { x: 0.5, y: 0.9 }), { left: 0, top: 100, width: 400, height: 100 })
  })
})

describe('the name of a file', () => {
  test('becomes a readable part of its URL, which includes an unguessable hash', () => {
    const facts = { hash: 'ab'.repeat(32), mimeType: 'image/png' }
    assert.equal(addressName('Été à la plage (1).JPG', facts), `ete-a-la-plage-1-${'ab'.repeat(16)}.png`)
    assert.equal(addressName('日本', facts), `file-${'ab'.repeat(16)}.png`)
    assert.equal(addressName('a'.repeat(300), facts).length, 60 + 1 + 32 + 4)
  })

  test('is refused when it contains path separators or deceptive characters', () => {
    for (const name of [
      '../x',
      'a/b',
      'a\\b',
      '..',
      '.',
      '',
      'a\0b',
      'a\nb',
      'gnp.\u202eexe',
      'a\u2066b',
      '\u200b',
      'x'.repeat(256),
    ])
      assert.throws(() => requireFileName(name, '/files/0'), Invalid, JSON.stringify(name))
    for (const name of ['a b.png', '日本.jpg', '..a', "l'été.webp", 'a"b;c=d.png'])
      assert.equal(requireFileName(name, ''), name)
  })

  test('is encoded in Content-Disposition so that all clients parse it alike', () => {
    assert.equal(
      disposition('inline', 'a"b\\c%.jpg', 'image/png'),
      `inline; filename="a_b_c_.png"; filename*=UTF-8''a%22b%5Cc%25.png`,
    )
    assert.equal(
      disposition('attachment', 'été.html', 'text/html'),
      `attachment; filename="_t_.html"; filename*=UTF-8''%C3%A9t%C3%A9.html`,
    )
  })
})

test('a handmade PNG is valid for the decoder', () =>
  assert.equal(sniff(handmadePng(1, 1, Buffer.alloc(4))), 'image/png'))
