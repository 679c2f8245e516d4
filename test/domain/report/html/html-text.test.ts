import { describe, expect, test } from 'vitest';
import { htmlText } from '#domain/report/html/markup/html-text.ts';
import { el, shown } from '#domain/report/html/markup/markup.ts';
import { scrolledTable } from '#domain/report/html/markup/scrolled.ts';

describe('markup as HTML', () => {
  test('escapes every text and every attribute', () => {
    expect(htmlText('<b>&amp; "\'')).toBe('&lt;b&gt;&amp;amp; &quot;&#39;');
    expect(htmlText(el('p', { title: '"><script>', class: "a'b" }, '<i>'))).toBe(
      '<p title="&quot;&gt;&lt;script&gt;" class="a&#39;b">&lt;i&gt;</p>',
    );
  });

  test('shows what HTML can’t hold as the sign for it', () => {
    expect(htmlText('a\u0000\u0000b')).toBe('a\uFFFD\uFFFDb');
    expect(htmlText('a\ud800b\udc00')).toBe('a\uFFFDb\uFFFD');
    expect(htmlText('😀')).toBe('😀');
  });

  test('holds lists and elements in their order, and nothing for null', () => {
    expect(htmlText(null)).toBe('');
    expect(htmlText(['a', null, [el('b', {}, 'c', el('span'))], 'd'])).toBe('a<b>c<span></span></b>d');
  });

  test('an input has no end', () => {
    expect(htmlText(el('input', { type: 'checkbox' }))).toBe('<input type="checkbox">');
  });
});

describe('an element', () => {
  test.each(['#case', 'https://x.example', 'http://x.example/a'])('may link to %s', (href) => {
    expect(htmlText(el('a', { href }))).toBe(`<a href="${href}"></a>`);
  });

  test.each(['javascript:alert(1)', ' https://x.example', 'data:text/html,a', '//x.example', 'a.html', 'x#case'])(
    'does not link to %s',
    (href) => expect(htmlText(el('a', { href, title: href }))).toBe(`<a title="${href}"></a>`),
  );

  test('has only the attributes that are set', () => {
    expect(htmlText(el('b', { id: null, hidden: false, open: true, colspan: 0, title: '' }))).toBe(
      '<b open="" colspan="0" title=""></b>',
    );
  });
});

test('a wide table scrolls by keyboard too, and a reader of the page hears its name and its columns', () => {
  const table = scrolledTable({ 'aria-label': 'Trials' }, ['Case'], [el('tr', {}, el('td', {}, 'a'))]);
  expect(htmlText(table)).toBe(
    '<div class="scroll" tabindex="0" role="group" aria-label="Trials"><table><thead><tr><th scope="col">Case</th></tr></thead><tbody><tr><td>a</td></tr></tbody></table></div>',
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
  ])('names what nobody would see: %j is %j', (text, seen) => expect(shown(text)).toBe(seen));
});
