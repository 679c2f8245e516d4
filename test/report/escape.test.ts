import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeBlock, inlineCode, plainLine, prose, visible } from '#report/escape.ts';
import { always } from '#test/support/always.ts';
import { anyText } from './arbitrary-report.ts';

describe('running text', () => {
  test.each([
    ['plain words, 12.5 % (of 3): fine', 'plain words, 12.5 % (of 3): fine'],
    ['@octocat', '&#64;&#8203;octocat'],
    ['a@b.example', 'a&#64;&#8203;b.example'],
    ['@ 5 pm', '&#64; 5 pm'],
    ['fixes #12', 'fixes &#35;&#8203;12'],
    ['npx github:acme/shop#v1 or #8fd53 #', 'npx github:acme/shop#v1 or #8fd53 &#35;'],
    ['GH-12', 'GH-&#8203;12'],
    ['case-12 4f1c2d9', 'case-12 4f1c2d9'],
    ['https://x.example', 'https:&#8203;//x.example'],
    ['www.x.example', 'www&#8203;.x.example'],
    ['[a](b) ![c](d)', '&#91;a&#93;(b) !&#91;c&#93;(d)'],
    ['*a* _b_ ~c~ `d`', '&#42;a&#42; &#95;b&#95; &#126;c&#126; &#96;d&#96;'],
    ['a | b', 'a &#124; b'],
    ['<b>&amp;', '&#60;b&#62;&#38;amp;'],
    [':shipit:', ':&#8203;shipit:'],
    ['a.yml:12:5: x', 'a.yml:12:5: x'],
    ['a.yml:100:5: x', 'a.yml:&#8203;100:5: x'],
    ['$x$', '<span>&#36;</span>x<span>&#36;</span>'],
    ['- a', '&#45; a'],
    ['+ a', '&#43; a'],
    ['== a', '&#61;= a'],
    ['1. a', '1&#46; a'],
    ['12. a', '12&#46; a'],
    ['1.', '1&#46;'],
    ['in 2025. Then', 'in 2025. Then'],
    ['1.5 a', '1.5 a'],
    ['# a', '&#35; a'],
    ['  a \r\n\t b\u00a0 ', 'a b'],
    ['', ''],
    ['#a', '&#35;a'],
  ])('%j is written %j', (text, expected) => expect(prose(text)).toBe(expected));
});

describe('code', () => {
  test.each([
    ['issue_refund: 19.99', '<code>issue&#95;refund: 19.99</code>'],
    ['</code>', '<code>&#60;/code&#62;</code>'],
    ['a|b\nc', '<code>a&#124;b c</code>'],
    ['', '<code> </code>'],
  ])('%j in a line is %j', (text, expected) => expect(inlineCode(text)).toBe(expected));

  test.each([
    ['a\n\nb', '<pre>a&#10;&#10;b</pre>'],
    ['a\r\nb\rc\u2028d', '<pre>a&#10;b&#10;c&#10;d</pre>'],
    ['\tx', '<pre>&#9;x</pre>'],
    ['@octocat @', '<pre>&#64;&#8203;octocat &#64;</pre>'],
    ['https://x.example #1', '<pre>https://x.example &#35;1</pre>'],
    ['</pre>', '<pre>&#60;/pre&#62;</pre>'],
  ])('%j in a block is %j', (text, expected) => expect(codeBlock(text)).toBe(expected));
});

describe('what can be seen', () => {
  test.each([
    ['\u001b[1;31mred\u001b[0m', 'red'],
    ['\u009b31mred', 'red'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001b]8;;https://x.example\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['\u001b(B\u001bcx', 'x'],
    ['\u001b]never ended', 'never ended'],
    ['a\u0000\u0007\u001b', 'a'],
    ['\u202Eabc\u2066', 'abc'],
    ['z\u200Be\u200Dr\uFEFFo\u00AD', 'zero'],
    ['\u{E0041}\u{E0001}x\u{E0101}\uFE01', 'x'],
    ['❤\uFE0F', '❤\uFE0F'],
    ['\ud800a\udc00', 'a'],
    ['😀', '😀'],
    ['e\u0301', 'e\u0301'],
    [`e${'\u0301'.repeat(40)}`, `e${'\u0301'.repeat(4)}`],
    ['a\r\nb\rc\td', 'a\nb\nc\td'],
    ['नमस्ते ภาษาไทย', 'नमस्ते ภาษาไทย'],
  ])('of %j it is %j', (text, seen) => expect(visible(text)).toBe(seen));

  test('seeing twice is seeing once', () => {
    always(
      fc.property(anyText, (text) => {
        const line = plainLine(text);
        expect(plainLine(line)).toBe(line);
      }),
    );
  });
});

describe('a limit', () => {
  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdefg', 6, 'abcde…'],
    ['😀😀😀', 3, '😀😀😀'],
    ['😀😀😀😀', 3, '😀😀…'],
    ['a   b', 3, 'a b'],
  ])('%j in %d characters is %j', (text, limit, cut) => expect(plainLine(text, limit)).toBe(cut));

  test('is kept whatever the text, and no half of a pair is left', () => {
    always(
      fc.property(anyText, fc.integer({ min: 1, max: 50 }), (text, limit) => {
        const line = plainLine(text, limit);
        expect([...line].length).toBeLessThanOrEqual(limit);
        expect(line.isWellFormed()).toBe(true);
      }),
    );
  });

  // Time beyond all bounds is what a test runner's own limit is for.
  test.each([
    ['\u001b]', ''],
    [' ', ' '.repeat(1e6)],
    ['a\u0301', 'a\u0301'.repeat(1e6)],
    ['\u001b[;;', ';;'.repeat(1e6)],
    ['\u001b]x', 'x'.repeat(1e6)],
  ])('a million times %j takes no more than a moment', (text, seen) => expect(visible(text.repeat(1e6))).toBe(seen));
});
