import { checkFloorsOn } from '#gate/decision/rules/floors/check.ts';
import { finalLook } from '#gate/decision/rules/pass-rate/test.ts';
import type { GatePlan } from '#gate/decision/rules/plan.ts';
import { type CountedCases, type CountedDraw, countedCases } from './counted-cases.ts';
import { passRateOutcome, type TestOutcome } from './pass-rate-outcome.ts';
import { type LooksOutcome, throughLooks } from './quick-looks.ts';
import { type ValuesOutcome, valuesOutcome } from './quick-values.ts';
import type { QuickFacts } from './suite-facts.ts';
import type { DrawOutcome } from './tally.ts';
import { valuesIn } from './trial-sums.ts';

/**
 * The gate's verdict from counts and sums alone, in the time that thousands of simulated pull requests leave for one: no decision with its
 * numbers and words is made, and a test ends as soon as its outcome is known. It is the verdict that the gate itself gives on the same trials.
 *
 * @returns for each plan; `null` where sums do not say it
 */
export function quickVerdicts(facts: QuickFacts, draw: CountedDraw): (plan: GatePlan) => DrawOutcome | null {
  const known = new Map<number, CountedCases>();
  const atCut = (cut: number): CountedCases => {
    const cases = known.get(cut) ?? countedCases(facts, draw, facts.every, () => cut);
    known.set(cut, cases);
    return cases;
  };
  return (plan) => verdictOf(facts, draw, plan, throughLooks(facts, draw, atCut, plan));
}

function verdictOf(facts: QuickFacts, draw: CountedDraw, plan: GatePlan, looks: LooksOutcome): DrawOutcome | null {
  const last = draw.cuts.indexOf(plan.looks.at(-1)?.look ?? 0);
  const tests: readonly ValuesOutcome[] = [
    asValues(looks.suite),
    looks.has_broken_case ? 'failed' : 'fine',
    valuesOutcome(looks.cases, plan.suite),
    ...plan.tags.flatMap((own) => tagOutcomes(facts, draw, own, looks, last)),
  ];
  if (tests.includes('unknown') || facts.policy.metrics !== undefined) return null;
  const others = [...floorsOf(facts, draw, looks), ...(hasForbiddenFailure(facts, draw, last) ? ['fail'] : [])];
  const isRed = tests.includes('failed');
  const isOpen = facts.is_open || tests.includes('inconclusive') || others.includes('inconclusive');
  return {
    verdict: isRed || others.includes('fail') ? 'fail' : isOpen ? 'inconclusive' : 'pass',
    by_floor_alone: !isRed && others.includes('fail'),
    trials: facts.every.reduce((sum, at) => sum + trialsOf(draw, looks, at), 0),
  };
}

function tagOutcomes(
  facts: QuickFacts,
  draw: CountedDraw,
  { tag, plan }: GatePlan['tags'][number],
  { reached }: LooksOutcome,
  last: number,
): readonly ValuesOutcome[] {
  const places = facts.tags.get(tag) ?? [];
  const extended = places.filter((at) => facts.cases[at]?.fixed === false);
  const ofAll = extended.reduce((least, at) => Math.min(least, reached[at] ?? last), last);
  const { pass_rate: rule } = plan;
  return [
    rule === null
      ? 'fine'
      : asValues(
          passRateOutcome(
            countedCases(facts, draw, places, () => ofAll),
            rule,
            finalLook(draw.cuts[ofAll] ?? 0),
          ),
        ),
    valuesOutcome(
      countedCases(facts, draw, places, (at) => reached[at] ?? 0),
      plan,
    ),
  ];
}

function asValues(ended: TestOutcome | null): ValuesOutcome {
  if (ended === 'failed') return 'failed';
  return ended === 'within_drift' || ended === 'open' ? 'inconclusive' : 'fine';
}

function trialsOf({ here }: CountedDraw, { reached }: LooksOutcome, at: number): number {
  return here[reached[at] ?? 0]?.trials[at] ?? 0;
}

function floorsOf({ cases, policy, has_floors }: QuickFacts, draw: CountedDraw, looks: LooksOutcome) {
  if (!has_floors) return [];
  const candidate = cases.map(({ id, tags, criteria = [] }, at) => {
    const now = draw.here[looks.reached[at] ?? 0];
    const trials = trialsOf(draw, looks, at);
    const rateOf = () => {
      const values = now?.values.tool_recall;
      const count = values === undefined ? 0 : valuesIn(values, at);
      return { rate: count === 0 ? 0 : (values?.sums[at] ?? 0) / count, trials: count };
    };
    return { id, tags, criteria, passed: { rate: (now?.passes[at] ?? 0) / trials, trials }, rateOf };
  });
  return checkFloorsOn({ candidate, paired: [] }, policy).map(({ outcome }) => outcome);
}

/** Never-fail cases run to the last look. */
function hasForbiddenFailure({ cases }: QuickFacts, { here }: CountedDraw, last: number): boolean {
  const all = here[last];
  return cases.some(({ never_fail }, at) => never_fail && (all?.passes[at] ?? 0) < (all?.trials[at] ?? 0));
}
