import { expect, test } from 'vitest';
import { headlineOf } from '#report/headline/headline.ts';
import { reportOf } from './report-of.ts';
import { MUG, mixed, shopHere, shopMain, WRONG_AMOUNT } from './shop.ts';
import { SITUATIONS } from './situations.ts';

/** A case that failed in its planned trials; of five fresh ones each side passes so many. */
function headline(here: number, main: number) {
  const results = shopMain({ cases: { [MUG.id]: mixed(main, 5 - main, WRONG_AMOUNT) } });
  const { words, sentence } = headlineOf(
    reportOf({
      ...(SITUATIONS['held-again'] ?? expect.fail()),
      candidate: shopHere({
        cases: { [MUG.id]: mixed(here, 10 - here, WRONG_AMOUNT) },
        about: { [MUG.id]: { planned_trials: 5 } },
        results: { again: [5, 10, 20] },
      }),
      fresh: { kind: 'done', results, ended: null, doubts: [] },
    }),
  );
  return `${words}. ${sentence}`;
}

test.each([
  [4, 4, 'does no better on main today', 'Main fails too today (4 of 5 pass): not this change.'],
  [
    5,
    5,
    'is not shown to be worse than on main today',
    'Tried again just now, main passes 5 of 5 and this change 5 of 5: not shown to be this change.',
  ],
])('a case that passes %i of 5 again, as main passes %i, is cleared in words that are true', (here, main, ...words) => {
  for (const part of words) expect(headline(here, main)).toContain(part);
});
