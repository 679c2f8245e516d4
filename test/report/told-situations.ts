import type { CaseCalls } from '#gate/behaviour/facts.ts';
import type { ExplainedCase, ExplainedLine } from '#gate/lines/explained.ts';
import type { Situation } from './report-of.ts';
import { MUG, mixed, type ShopFacts, SILENT, shopHere, shopMain, WRONG_AMOUNT } from './shop.ts';

type Calls = CaseCalls['main'][number];

/** The mug's trials pay and all others look up, in every fourth trial twice. */
function calling(mug: Calls, every: number): NonNullable<ShopFacts['each']> {
  const lookUp = { tool: 'lookup_order', args: '1' };
  return (row, trial) => ({
    calls: row === 0 ? mug : trial % every === 0 ? [lookUp, lookUp] : [lookUp],
  });
}

const PAYS: Calls = [
  { tool: 'lookup_order', args: '1' },
  { tool: 'issue_refund', args: '2' },
];

/** A line that a change removes. */
const LINE: ExplainedLine = {
  path: 'prompts/support.md',
  first: 12,
  last: 12,
  removed: 'Look up the order before you answer.\n',
  added: '',
  changes: 1,
};

/** What a search came to. */
export function explained(facts: Partial<ExplainedCase>): ExplainedCase {
  return {
    case: MUG.id,
    main: { passed: 10, trials: 10 },
    here: { passed: 0, trials: 10 },
    outcome: 'named',
    lines: [LINE],
    without: { passed: 9, trials: 10 },
    unchanged: { passed: 0, trials: 10 },
    either: false,
    also: [],
    trials: 28,
    unloaded: 0,
    cost_usd: 0.08,
    reason: null,
    ...facts,
  };
}

const ADDED = { ...LINE, first: 14, last: 14, removed: '', added: 'Answer in <b>one</b> word, @jo.\n' };

/** Lines that broke cases, and what the change calls otherwise. */
export const TOLD_SITUATIONS: Readonly<Record<string, Situation>> = {
  'line-named': {
    candidate: shopHere({ cases: { [MUG.id]: mixed(0, 5, WRONG_AMOUNT), 'order/coupon': mixed(0, 5, SILENT) } }),
    baseline: shopMain({ trials: 15 }),
    explained: [explained({ also: ['refund-lookup'] }), explained({ case: 'order/coupon', lines: [ADDED] })],
  },

  'behaves-otherwise': {
    candidate: shopHere({ each: calling([], 1) }),
    baseline: shopMain({ trials: 15, each: calling(PAYS, 4) }),
    behaviour: 'fail',
  },

  'behaves-alike': {
    candidate: shopHere({ each: calling(PAYS, 4) }),
    baseline: shopMain({ each: calling(PAYS, 4) }),
    behaviour: 'report',
  },
};
