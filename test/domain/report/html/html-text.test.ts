import { describe, expect, test } from 'vitest';
import { htmlText } from '#domain/report/html/markup/html-text.ts';
import { el } from '#domain/report/html/markup/markup.ts';

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
    expect(htmlText(['a', null, [el('b', {}, 'c', el('i', {}))], 'd'])).toBe('a<b>c<i></i></b>d');
  });

  test('an input has no end', () => {
    expect(htmlText(el('input', { type: 'checkbox' }))).toBe('<input type="checkbox">');
  });
});
