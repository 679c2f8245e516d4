import { expect, test } from 'vitest';
import { htmlText } from '#report/html/markup/html-text.ts';
import { callCard } from '#report/html/opened/call-card.tsx';
import { madeCall } from './shop-html.ts';

const ALONE = { side: 'here', elsewhere: 'on main', other: null, mark: null } as const;

test.each([
  ['ok', 'no result'],
  ['error', 'failed, without a result'],
  [null, 'no result seen'],
] as const)('a call with the status %s and no result says so', (status, words) => {
  const html = htmlText(callCard(madeCall('look_up', {}, { status, result: null }), ALONE));
  expect(html).toContain(`<p class="none">${words}</p>`);
  expect(html).not.toContain('→');
});

test('an argument whose value came under another name says which, and which side has another is said by its name', () => {
  const differences = [
    { path: 'orderId', code: 'missing_argument', expected: 'A-1', types: null, renamed_to: 'orderNumber' },
  ];
  const mark = { turn: null, name: 'refund', args: null, call: 0, differences };
  const other = madeCall('refund', { orderId: 'A-1' });
  const against = { side: 'here', elsewhere: 'on master', other, mark };
  const html = htmlText(callCard(madeCall('refund', { orderNumber: 'A-1' }), against));
  expect(html).toContain('orderId → orderNumber');
  expect(html).toContain('not given on master');
});
