import { expect, test } from 'vitest';
import { htmlText } from '#report/html/markup/html-text.ts';
import { callCard } from '#report/html/opened/call-card.tsx';
import { madeCall } from './shop-html.ts';

const ALONE = { other: null, other_side: 'main', mark: null } as const;

test.each([
  ['ok', 'no result'],
  ['error', 'failed, without a result'],
  [null, 'no result seen'],
] as const)('a call with the status %s and no result says so', (status, words) => {
  const html = htmlText(callCard(madeCall('look_up', {}, { status, result: null }), ALONE));
  expect(html).toContain(`<p class="none">${words}</p>`);
  expect(html).not.toContain('→');
});
