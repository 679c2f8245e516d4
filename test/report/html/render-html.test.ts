import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import { asJson } from '#common/json-text.ts';
import { shareTexts, withTexts } from '#report/html/data/shared-texts.ts';
import { htmlText } from '#report/html/markup/html-text.ts';
import { Link } from '#report/html/markup/link.tsx';
import { HTML_BYTES, renderHtml } from '#report/html/render-html.tsx';
import { always } from '#test/support/always.ts';
import { anyText } from '../arbitrary-report.ts';
import { largeHtml } from './large-html.ts';
import { shopHtml } from './shop-html.ts';

/** The cases as the browser unpacks them. */
function unpacked(html: string) {
  const blocks = [...html.matchAll(/<script type="application\/json" class="block">(.*?)<\/script>/g)];
  return blocks.map(([, block = '""']) => {
    const text = inflateRawSync(Buffer.from(JSON.parse(block), 'base64')).toString();
    return withTexts(JSON.parse(text)) as unknown as {
      id: string;
      here: { seen: { kind: string } }[];
      main: unknown[];
    };
  });
}

describe('the file', () => {
  test('holds every case with the trials of both sides', () => {
    const cases = unpacked(renderHtml(shopHtml()));
    expect(cases).toHaveLength(20);
    expect(cases[0]?.id).toBe('refund-cracked-mug');
    expect(cases.map(({ here, main }) => [here.length, main.length])).toEqual(cases.map(() => [5, 15]));
  });

  test('allows its own style and script, and nothing else', () => {
    const html = renderHtml(shopHtml());
    const hash = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1];
    const script = /<script>(.*?)<\/script>/s.exec(html)?.[1];
    expect(policy).toBe(
      `default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}; base-uri 'none'; form-action 'none'`,
    );
    expect(html).not.toMatch(/ style="| on[a-z]+=|<(img|iframe|link|object|base|form)\b|javascript:/);
  });

  test('says in words what can be read without script', () => {
    const [page = ''] = renderHtml(shopHtml()).split('<script type="application/json"');
    for (const words of [
      'pass rate fell 9 points',
      'What got worse or fails',
      'First difference',
      'What the model was shown differently in model call 2',
      'p &lt; 0.001, boundary 0.019',
      'of changes that lower the pass rate of the 20 compared cases by',
      '<option value="broken">',
      'rose after run 9 (2026-02-09, 1818181)',
    ]) {
      expect(page).toContain(words);
    }
  });

  test('too large for all trajectories keeps those of the worst cases, and says how many it leaves out', () => {
    const html = renderHtml(largeHtml(6000));
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(HTML_BYTES);
    const kinds = unpacked(html).map(({ here }) => here.filter(({ seen }) => seen.kind === 'whole').length);
    expect(kinds[0]).toBe(10);
    expect(kinds.at(-1), 'of every case one').toBe(1);
    const [, left, all] = /What was said in ([\d,]+) of ([\d,]+) trials is not in this file/.exec(html) ?? [];
    const whole = unpacked(html).flatMap(({ here, main }) => [...(here as Seen[]), ...(main as Seen[])]);
    const held = whole.filter(({ seen }) => seen.kind === 'whole').length;
    expect([left, all].map((count) => Number(count?.replace(',', '')))).toEqual([2000 - held, 2000]);
  });
});

interface Seen {
  readonly seen: { readonly kind: string };
}

describe('hostile text', () => {
  test('is text in the page, whatever it holds', () => {
    always(
      fc.property(anyText, (text) => {
        const html = htmlText(h('p', { title: text }, h(Link, { href: text, children: text })));
        expect(html).toMatch(
          /^<p title(="[^"<]*")?>(<a href="(#|https?:\/\/)[^"<]*">[^<]*<\/a>|<span>[^<]*<\/span>)<\/p>$/,
        );
      }),
    );
  });

  test('survives being shared and packed', () => {
    always(
      fc.property(fc.array(fc.oneof(anyText, fc.constantFrom('~0', '~', '~x', '~1~', '__proto__'))), (texts) => {
        const value = asJson({ texts, again: texts.map((text) => ({ [text]: text })) });
        expect(withTexts(shareTexts(value))).toEqual(value);
      }),
    );
    const empty = { kept: [1, undefined], dropped: undefined };
    expect(shareTexts(empty).value).toStrictEqual({ kept: [1, undefined] });
  });
});
