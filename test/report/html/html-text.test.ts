import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import { htmlText } from '#report/html/markup/html-text.ts';
import { Link } from '#report/html/markup/link.tsx';
import { scrolledTable } from '#report/html/markup/scrolled.tsx';
import { visibleText } from '#report/html/markup/shown.ts';

describe('markup as HTML', () => {
  test.each([
    ['every text is escaped', '<b>&amp; "', '&lt;b>&amp;amp; &quot;'],
    ['every attribute, too', h('p', { title: '"><script>' }, '<i>'), '<p title="&quot;>&lt;script>">&lt;i></p>'],
    ['what HTML can’t hold is the sign for it', 'a\u0000b\ud800c😀', 'a\uFFFDb\uFFFDc😀'],
    ['a list is in its order, and null is nothing', ['a', null, [h('b', null, 'c')], 'd'], 'a<b>c</b>d'],
    ['what is null or false is not set', h('b', { id: null, hidden: false, title: 'x' }), '<b title="x"></b>'],
  ])('%s', (_, markup, html) => expect(htmlText(markup)).toBe(html));
});

test.each(['#case', 'https://x.example', 'http://x.example/a'])('a link may lead to %s', (href) => {
  expect(htmlText(h(Link, { href, children: 'x' }))).toBe(`<a href="${href}">x</a>`);
});

test.each([
  'javascript:alert(1)',
  ' https://x.example',
  'data:text/html,a',
  'file:///etc/passwd',
  '//x.example',
  'a.html',
  'x#case',
])('a link does not lead to %s', (href) => expect(htmlText(h(Link, { href, children: 'x' }))).toBe('<span>x</span>'));

test('a wide table scrolls by keyboard too, and a reader of the page hears its name and its columns; on a phone each cell says its column', () => {
  const table = scrolledTable({ 'aria-label': 'Trials' }, ['Case'], [h('tr', null, h('td', null, 'a'))]);
  expect(htmlText(table)).toBe(
    '<div class="scroll" tabindex="0" role="group" aria-label="Trials"><table><thead><tr><th scope="col">Case</th></tr></thead><tbody><tr><td data-head="Case">a</td></tr></tbody></table></div>',
  );
});

describe('untrusted text in the page', () => {
  test.each([
    ['a\u0000b\u001b[1m', 'a⟨U+0000⟩b⟨U+001B⟩[1m'],
    ['\u202eabc\u2066', '⟨U+202E⟩abc⟨U+2066⟩'],
    ['a\u200bb\u00ad\u{e0041}', 'a⟨U+200B⟩b⟨U+00AD⟩⟨U+E0041⟩'],
    ['\ud800', '⟨U+D800⟩'],
    ['\ue000', '⟨U+E000⟩'],
    ['a\r\nb\rc\td\n', 'a\nb⟨U+000D⟩c\td\n'],
    ['👩\u200d🔧 ❤\ufe0f e\u0301', '👩\u200d🔧 ❤\ufe0f e\u0301'],
  ])('names what nobody would see: %j is %j', (text, seen) => expect(visibleText(text)).toBe(seen));
});
