import { compare } from '#gate/baseline/comparison/compare.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { type DecidedTests, decideTests } from '#gate/decision/decide-tests.ts';
import type { Decision, Reason } from '#gate/decision/terms/decision.ts';
import { NOTHING_FRESH } from '#gate/decision/terms/fresh.ts';
import type { Policy, RateRule } from '#gate/decision/terms/policy.ts';
import type { RunContext } from '#gate/decision/terms/surroundings.ts';
import { decide } from './in-words.ts';

/** A rate rule that asks for nothing. */
export const NO_BOUNDS: RateRule = { min: null, max_drop: null, rule_out: null, min_mode: 'point' };

/** The default gate: pass rate, tool recall, tokens and (where there are prices) cost. */
export const POLICY: Policy = {
  method: 'statistical',
  confidence: 0.95,
  pass_rate: { ...NO_BOUNDS, max_drop: 0.02, rule_out: 'auto' },
  tool_recall: { ...NO_BOUNDS, max_drop: 0.02 },
  total_tokens: { max_increase: 0.1 },
  cost_usd: { max_increase: 0.1 },
  latency_ms: null,
  case_pass_rate: null,
  tags: {},
  never_fail: [],
  on_inconclusive: 'warn',
};

/** Results files through compare and decide. */
export function decideOn(
  {
    candidate,
    baseline,
  }: { readonly candidate: ResultsFile; readonly baseline: ResultsFile | readonly ResultsFile[] | null },
  policy: Partial<Policy> = {},
  context: Partial<RunContext> = {},
): ReturnType<typeof decide> {
  const runs = baseline === null ? [] : [baseline].flat();
  return decide(compare(candidate, runs), { ...POLICY, ...policy }, candidate, context);
}

/** The tests of two results files alone: without the numbers that a decision tells, of which the sight of a plan takes most of the time. */
export function testsOn(
  { candidate, baseline }: { readonly candidate: ResultsFile; readonly baseline: ResultsFile },
  policy: Partial<Policy> = {},
): DecidedTests {
  return decideTests(compare(candidate, [baseline]), { ...POLICY, ...policy }, candidate, NOTHING_FRESH);
}

/** `outcome code` of every reason, in order. */
export function codes({ reasons }: Pick<Decision, 'reasons'>): string[] {
  return reasons.map(({ outcome, code }) => `${outcome} ${code}`);
}

/** The reason of that code. */
export function reasonOf<Found extends Reason>(
  { reasons }: { readonly reasons: readonly Found[] },
  code: string,
): Found {
  const found = reasons.find((reason) => reason.code === code);
  if (found === undefined)
    throw new Error(`no reason ${code} among ${reasons.map((reason) => reason.code).join(', ')}`);
  return found;
}

/** `count` cases with the same counts: [candidate passes, candidate trials, baseline passes, baseline trials]. */
export function times(
  count: number,
  counts: readonly [number, number, number, number],
): (readonly [number, number, number, number])[] {
  return Array.from({ length: count }, () => counts);
}
