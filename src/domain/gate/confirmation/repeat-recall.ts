import { testRecall } from '#domain/gate/rules/tool-recall.ts';
import { mean } from '#domain/statistics/mean.ts';
import { CHANGE_ALONE } from '../budget.ts';
import type { RecallDecision } from '../decision.ts';
import type { GateTrial, PairedCase } from '../evidence.ts';
import { valuesOf } from '../metric-values.ts';
import type { FreshTrials } from './fresh-trials.ts';
import { CONFIRMATION_TRIALS } from './plan-confirmation.ts';
import type { RepeatedSide } from './repeated-test.ts';
import { filled, HINGES_ON_MISSING, isRedAgain, NOTHING_FRESH, notRepeated, type Repetition } from './repetition.ts';

/** Repeats the test on tool recall, of the suite or a tag. */
export function repeatRecall(decision: RecallDecision, cases: readonly PairedCase[], fresh: FreshTrials): Repetition {
  const asked = cases.map((item) => ({ ...item, baseline: withRecall(fresh.main.get(item.id) ?? []) }));
  const seen = asked.filter(({ baseline }) => baseline.length > 0);
  const test = read(seen, decision);
  if (test === null) return notRepeated(decision.change, NOTHING_FRESH);
  const ids = new Set(seen.map(({ id }) => id));
  const sides = {
    stored: side(cases.filter(({ id }) => ids.has(id)).map(({ baseline }) => baseline)),
    today: side(seen.map(({ baseline }) => baseline)),
    here: side(seen.map(({ trials }) => trials)),
  };
  const most = asked.map((item) => ({ ...item, baseline: allComplete(item.baseline) }));
  if (!test.red && read(most, decision)?.red === true) return notRepeated(decision.change, HINGES_ON_MISSING, sides);
  return {
    p: test.p,
    kept: test.red,
    unconfirmed: null,
    change_from_stored: decision.change,
    change_from_today: test.change,
    sides,
  };
}

function read(cases: readonly PairedCase[], { boundary, max_drop }: RecallDecision) {
  const test = testRecall(cases, { boundary, max_drop });
  if (test === null) return null;
  const { change } = test;
  const p = boundary === CHANGE_ALONE ? null : test.p;
  return { p, change, red: isRedAgain({ p, change, boundary, limit: max_drop }) };
}

function withRecall(trials: readonly GateTrial[]): readonly GateTrial[] {
  return trials.filter(({ tool_recall }) => tool_recall !== null);
}

/** The missing trials of main, had they made every expected call. */
function allComplete(trials: readonly GateTrial[]): readonly GateTrial[] {
  return filled(trials, CONFIRMATION_TRIALS, { passed: true, tool_recall: 1 });
}

function side(cases: readonly (readonly GateTrial[])[]): RepeatedSide {
  const values = cases.map((trials) => valuesOf(trials, 'tool_recall'));
  return {
    value: mean(values.flatMap((each) => mean(each) ?? [])) ?? 0,
    trials: values.reduce((sum, each) => sum + each.length, 0),
  };
}
