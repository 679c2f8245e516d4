import type { HtmlInput } from '#domain/report/html/html-input.ts';
import type { Case } from '#domain/suite/case.ts';
import { saying } from '#test/support/worded.ts';
import { MUG, mixed, shopHere, shopMain } from '../shop.ts';
import { htmlInputOf, madeCall, wholeTrajectory, withIds } from './shop-html.ts';

/** The questions that a judge answers of each trial. */
const CRITERIA = [
  { id: 'names_amount', ask: 'Does the answer name the amount?', sees: ['answer'] },
  { id: 'polite', ask: 'Is the answer polite?', sees: ['answer', 'context'] },
] as const;

/** The case whose trials a judge decided. */
export const JUDGED: Case = { ...MUG, expect: { judge: CRITERIA }, context: { customer: 'Ada' } };

/** The judge's quote, which nobody who labels must see. */
export const EVIDENCE = 'evidence of the judge';

/** The shop with one case that a judge decides: two trials miss a criterion, three meet both. */
export function judgedHtml(): HtmlInput {
  const check = { id: 'judge.names_amount', name: 'judge.names_amount', fact: saying(EVIDENCE, 'not_met') };
  const trials = mixed(3, 2, check).map((facts, index) => ({
    ...facts,
    judged: CRITERIA.map(({ id }, criterion) => ({
      criterion: id,
      verdict: index < 2 && criterion === 0 ? ('not_met' as const) : ('met' as const),
      evidence: EVIDENCE,
      votes: 1,
      met_votes: 1,
      cached: false,
    })),
  }));
  const candidate = withIds(shopHere({ cases: { [MUG.id]: trials } }));
  const stored = new Map(
    [1, 2, 3, 4, 5].map((trial) => [
      `${MUG.id}#${trial}`,
      wholeTrajectory({
        output: `Answer ${trial}: I refunded 19.99.`,
        tool_calls: [madeCall('issue_refund', { trial })],
      }),
    ]),
  );
  return htmlInputOf({ candidate, baseline: withIds(shopMain()), facts: { cases: [JUDGED] } }, { here: stored });
}
