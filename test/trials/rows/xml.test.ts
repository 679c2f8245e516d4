import { expect, test } from 'vitest';
import { readXml } from '#trials/rows/xml.ts';

test.each<[what: string, xml: string, problem: RegExp]>([
  ['a document type', '<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>', /can't be read/],
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>', /can't be read/],
  ['an entity that nobody defines', '<a b="&c;"/>', /entity that XML does not have/],
  ['elements in one another without end', '<a>'.repeat(60), /more than 50 elements/],
  ['an end of another element', '<a><b></a></b>', /closes another element/],
  ['a document that was cut off', '<a><b/>', /the runner was cut off/],
  ['nothing', ' ', /no element/],
])('%s is refused', (_, xml, problem) => {
  expect(readXml(xml)).toEqual({ problem: expect.stringMatching(problem) });
});

test('entities of XML, numbers of characters and CDATA are text', () => {
  expect(readXml('<a b="1 &lt; 2">&amp;&#65;<![CDATA[<c>]]></a>')).toMatchObject({
    root: { name: 'a', attributes: { b: '1 < 2' }, text: '&A<c>' },
  });
});
