import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unreadable } from '@marquee/formats'
import { childOf, parseXml } from '../src/xml.ts'

test('XML is parsed with lines, entities of XML, CDATA, namespaces and unescaped HTML', () => {
  const root = parseXml(`<?xml version="1.0"?>
<x:schedule>
  <day date='2027-07-02'>Caf&#233; &amp; tea &lt;b&gt; &nbsp;</day>
  <text><![CDATA[<b>bold</b> &amp;]]> after</text>
  <html>An <em class="a>b">old</em> <br/> song</html>
  <empty/>
</x:schedule>`)
  assert.equal(root.name, 'schedule')
  const day = childOf(root, 'day')
  assert.deepEqual([day?.text, day?.line, day?.attributes.date], ['Café & tea <b> &nbsp;', 3, '2027-07-02'])
  assert.equal(childOf(root, 'text')?.text, '<b>bold</b> &amp; after')
  assert.equal(childOf(root, 'html')?.text, 'An <em class="a>b">old</em> <br/> song')
  assert.equal(childOf(root, 'empty')?.text, '')
})

test('document types and entity declarations are refused with their place', () => {
  for (const bomb of [
    '<!DOCTYPE s [<!ENTITY a "aaaa">]>',
    '<!doctype s SYSTEM "file:///etc/passwd">',
    '<!ENTITY a "b">',
  ])
    assert.throws(
      () => parseXml(`<?xml version="1.0"?>\n${bomb}\n<s>&a;</s>`),
      (error) => error instanceof Unreadable && error.at === 'line 2, column 1',
    )
  assert.equal(parseXml('<s><!-- <!DOCTYPE x> --><![CDATA[<!DOCTYPE html>]]></s>').text, '<!DOCTYPE html>')
})

test('XML that is not well-formed or nested too deep is refused with its place', () => {
  const refused = {
    '<a>\n<b></a>': 'line 2, column 4',
    '<a>\n<b>': 'line 2, column 1',
    '<a>\n  <b c=d/></a>': 'line 2, column 6',
  }
  for (const [text, at] of Object.entries(refused))
    assert.throws(
      () => parseXml(text),
      (error) => error instanceof Unreadable && error.at === at,
      text,
    )
  const deep = `${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`
  assert.throws(() => parseXml(deep), /The XML is nested more than 64 deep\. \(line 1, column 193\)/)
})
