import { exceeds, reaches } from '#domain/statistics/beyond.ts';
import { pAgainst, percent, points, pValue } from '#domain/words.ts';
import { boundaryOf, CHANGE_ALONE, NO_LIMIT } from '../../boundary.ts';
import type { SuiteDecision } from '../../decision.ts';
import { comparableCases, meanPassRate, type PairedCase } from '../../evidence.ts';
import { finding } from '../../finding.ts';
import { trialsAt } from '../../looks/trials-at.ts';
import type { Words } from '../../reason-code.ts';
import { isWithinDrift, passRateDrift, withinDrift } from '../drift-allowance.ts';
import type { GateRule } from '../gate-rule.ts';
import { changeInterval, ofTag } from '../words.ts';
import { repeatPassRate } from './repeat.ts';
import { resolveRuleOut } from './rule-out.ts';
import { effectOf, finalLook, type PassRatePlan, testPassRate } from './test.ts';

/** The mean pass rate, of the suite or a tag, must not fall. The suite's is tested look by look, a tag's once. */
export const passRateRule: GateRule<PassRatePlan, SuiteDecision> = {
  isPossible: (cases, { pass_rate: rule }) => typeof rule?.max_drop === 'number' && cases.length > 0,
  plan: (cases, { pass_rate: rule }, terms) =>
    rule && {
      boundary: boundaryOf(terms.budget),
      max_drop: rule.max_drop ?? NO_LIMIT,
      rule_out: resolveRuleOut(cases, rule, terms),
      drift: terms.reckons_with_drift ? passRateDrift(cases) : null,
      judge: terms.judge,
      ...(terms.carried !== undefined && { carried: terms.carried }),
    },
  test: ({ cases, look }, plan) =>
    testPassRate(
      cases.map((item) => trialsAt(item, look)),
      plan,
      finalLook(look),
    ),
  findings: ({ tag, cases }, _, test) => {
    if (test === null) return [];
    const about = { gate: 'pass_rate', tag } as const;
    if (test.failed) {
      const words = suiteDropped(test, passRatesAt(cases, test.look), tag);
      return [finding({ ...about, outcome: 'fail', code: 'suite_drop' }, words)];
    }
    if (isWithinDrift(test)) {
      const what = `${ofTag(tag)}pass rate fell ${points(test.drop)}${fromTo(passRatesAt(cases, test.look))}`;
      return [withinDrift(about, what, { p: test.p_mid, p_drift: test.p_drift })];
    }
    return isReal(test)
      ? [finding({ ...about, outcome: 'note', code: 'tolerated_drop' }, toleratedDrop(test, tag))]
      : [];
  },
  casesOf: (cases) => cases,
  repeat: repeatPassRate,
};

function isReal({ boundary, p_mid: p, drop }: SuiteDecision): boolean {
  return boundary > 0 && boundary < CHANGE_ALONE && reaches(p, boundary) && exceeds(drop, 0);
}

/** Mean pass rates of the comparable cases on both sides at a look. */
export function passRatesAt(
  cases: readonly PairedCase[],
  look: number,
): { readonly candidate: number | null; readonly baseline: number | null } {
  const comparable = comparableCases(cases.map((item) => trialsAt(item, look)));
  return {
    candidate: meanPassRate(comparable.map(({ trials }) => trials)),
    baseline: meanPassRate(comparable.map(({ baseline }) => baseline)),
  };
}

/** Mean pass rates of both sides. */
interface Rates {
  readonly candidate: number | null;
  readonly baseline: number | null;
}

/** The mean pass rate fell, beyond chance and beyond the tolerance. */
function suiteDropped(suite: SuiteDecision, rates: Rates, tag: string | null): Words {
  const what = `${ofTag(tag)}pass rate ${fellBy(suite)}${fromTo(rates)}`;
  const why = suite.boundary === CHANGE_ALONE ? `more than the tolerated ${points(suite.max_drop)}` : 'a real drop';
  return { headline: `${what}, ${why}`, message: `${what}, ${evidenceOf(suite)}: ${why}` };
}

/** The drop is real but tolerated. */
function toleratedDrop(suite: SuiteDecision, tag: string | null): string {
  return `${ofTag(tag)}the drop of ${points(effectOf(suite).drop)} is real (${pValue(suite.p_mid)}), but within the tolerated ${points(suite.max_drop)}`;
}

/** Of the cases that ran, and what that is of all. */
function fellBy({ drop, share = 1 }: SuiteDecision): string {
  return share === 1
    ? `fell ${points(drop)}`
    : `of the cases that this change can reach fell ${points(drop / share)}, which is ${points(drop)} of all cases`;
}

function fromTo({ candidate, baseline }: Rates): string {
  return candidate === null || baseline === null ? '' : ` (${percent(baseline)} → ${percent(candidate)})`;
}

function evidenceOf(suite: SuiteDecision): string {
  const interval = `95 % CI ${changeInterval(suite.ci95)}`;
  const corrected =
    suite.corrected === undefined ? '' : `, ${points(suite.corrected.drop)} corrected for the judge's errors`;
  const change = `${interval}${corrected}`;
  const rounds = suite.p_rounds == null ? '' : `; whole rounds shuffled ${pValue(suite.p_rounds)}`;
  return suite.boundary === CHANGE_ALONE ? change : `${change}, ${pAgainst(suite.p_mid, suite.boundary)}${rounds}`;
}
