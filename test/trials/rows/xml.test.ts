import { expect, test } from 'vitest';
import { readXml } from '#trials/rows/xml.ts';

test.each<[what: string, xml: string, problem: RegExp]>([
  ['a document type', '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>', /document type/],
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>', /document type/],
  ['an entity that nobody defines', '<a b="&c;"/>', /undefined entity/],
  ['elements in one another without end', '<a>'.repeat(60), /nested more than 50 levels/],
  ['an end of another element', '<a><b></a></b>', /unexpected close tag/],
  ['a document that was cut off', '<a><b/>', /^1:7: unclosed tag: a$/],
  ['nothing', ' ', /root element/],
])('%s is refused', (_, xml, problem) => {
  expect(readXml(xml)).toEqual({ problem: expect.stringMatching(problem) });
});

test('a control character in what an agent printed costs no round', () => {
  expect(readXml('<a b="\u001b[31m">\u0000c&#27;\n</a>')).toMatchObject({
    root: { attributes: { b: '\ufffd[31m' }, text: '\ufffdc\u001b\n' },
  });
});

test('an emoji of which a writer numbers both halves, and a lone half, cost no round', () => {
  expect(readXml('<a b="&#xD83D;&#xde00;">&#55357;&#56832;&#xDE00;</a>')).toMatchObject({
    root: { attributes: { b: '\u{1f600}' }, text: '\u{1f600}\ufffd' },
  });
});

test('entities of XML, numbers of characters and CDATA are text', () => {
  expect(readXml('<a b="1 &lt; 2">&amp;&#65;<![CDATA[<c>]]></a>')).toMatchObject({
    root: { name: 'a', attributes: { b: '1 < 2' }, text: '&A<c>' },
  });
});
