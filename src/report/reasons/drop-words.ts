import { pAgainst, percent, plural, points, pValue } from '#common/words.ts';
import type { Rates } from '#gate/decision/facts/test-facts.ts';
import { effectOf } from '#gate/decision/rules/pass-rate/test.ts';
import { CHANGE_ALONE } from '#gate/decision/terms/boundary.ts';
import type { ReasonOf, SuiteDecision } from '#gate/decision/terms/decision.ts';
import { changeInterval, ofTag, toleratedWords } from './test-words.ts';
import { alone, type ReasonWords, undecided, withEvidence } from './words.ts';

/** The mean pass rate fell, beyond chance and beyond the tolerance. */
export function suiteDropped({ facts: { suite, rates }, tag }: ReasonOf<'suite_drop'>): ReasonWords {
  const what = `${ofTag(tag)}pass rate ${fellBy(suite)}${fromTo(rates)}`;
  const why = suite.boundary === CHANGE_ALONE ? `more than the tolerated ${points(suite.max_drop)}` : 'a real drop';
  const evidence = `${evidenceOf(suite)}: ${why}`;
  return { headline: `${what}, ${why}`, message: `${what}, ${evidence}`, evidence };
}

/** The drop is real but tolerated. */
export function toleratedDrop({ facts: { suite }, tag }: ReasonOf<'tolerated_drop'>): string {
  return `${ofTag(tag)}the drop of ${points(effectOf(suite).drop)} is real (${pValue(suite.p_mid)}), but within the tolerated ${points(suite.max_drop)}`;
}

/** Tool recall fell, beyond chance and beyond the tolerance. */
export function recallDropped({ facts: { test }, tag }: ReasonOf<'recall_drop'>): ReasonWords {
  const headline = `${ofTag(tag)}tool recall fell ${points(test.change)} (${percent(test.baseline)} → ${percent(test.candidate)})`;
  const tolerated = `${points(test.max_drop)} are tolerated`;
  if (test.boundary === CHANGE_ALONE) return withEvidence(headline, '; ', tolerated);
  const interval = test.ci95 === null ? '' : `95 % CI ${changeInterval(test.ci95)}, `;
  return withEvidence(headline, ', ', `${interval}${pAgainst(test.p, test.boundary)}; ${tolerated}`);
}

/** A drop that matters was excluded, or nothing had to be excluded; a rise beyond chance comes first. */
export function noRegression({ facts }: ReasonOf<'no_regression'>): ReasonWords {
  const words = whyNoRegression(facts);
  return facts.on_average === true ? { ...words, message: `on average, ${words.message}` } : words;
}

function whyNoRegression(facts: ReasonOf<'no_regression'>['facts']): ReasonWords {
  switch (facts.kind) {
    case 'accepted':
      return alone('no regression: everything that could be compared is accepted');
    case 'audited': {
      const { suite, upper95 } = facts;
      const headline =
        suite.rule_out === null
          ? `no regression: ${toleratedWords(suite.max_drop)}`
          : `no regression: a drop of ${points(suite.rule_out)} or more is ruled out`;
      return withEvidence(headline, ' (', `upper bound ${points(upper95)} by the second judge`);
    }
    case 'tested':
      return tested(facts.suite);
  }
}

function tested(suite: SuiteDecision): ReasonWords {
  const trials = `${plural(suite.look, 'trial')} per case`;
  if (suite.ci95[1] < 0) {
    const headline = `no regression: pass rate rose ${points(-suite.drop)}`;
    return withEvidence(headline, ' (', `95 % CI ${changeInterval(suite.ci95)}, ${trials}`);
  }
  if (suite.rule_out === null) {
    return alone(`no regression: ${change(suite.drop)}, ${toleratedWords(suite.max_drop)}`);
  }
  const headline = `no regression: a drop of ${points(suite.rule_out)} or more is ruled out`;
  return withEvidence(headline, ' (', `${upperBound(suite)}, ${trials}`);
}

/** No drop is shown, and none that matters is excluded. */
export function dropOpen({ facts: { suite, trials_needed: needed }, tag }: ReasonOf<'drop_open'>): ReasonWords {
  const isShort = hasTooFewRounds(suite);
  const more = isShort
    ? `${ROUNDS_NEEDED} are needed to settle it`
    : needed === null
      ? 'more cases are needed to settle it'
      : `${plural(needed - suite.look, 'more trial')} per case settle it 4 times out of 5`;
  const text = `${change(suite.drop)}, 95 % CI ${changeInterval(suite.ci95)}; ${more}`;
  const headline = tag === null ? text : `${ofTag(tag)}can't tell: ${text}`;
  const words =
    suite.rule_out === null
      ? alone(headline)
      : withEvidence(
          headline,
          ' (',
          `to pass, a drop of ${points(suite.rule_out)} must be ruled out${isShort ? '' : `; ${upperBound(suite)}`}`,
        );
  return tag === null ? undecided(words) : words;
}

/** What rounds of a runner share can't be known from fewer. */
export const ROUNDS_NEEDED = 'three whole rounds on each side';

/** Whether no pass could be, as a side has too few whole rounds. */
export function hasTooFewRounds({ p_rounds: p }: SuiteDecision): boolean {
  return p === null;
}

function upperBound(suite: SuiteDecision): string {
  const corrected = suite.corrected === undefined ? '' : " corrected for the judge's errors";
  return `upper bound ${points(effectOf(suite).upper95)}${corrected}`;
}

function change(drop: number): string {
  const size = points(Math.abs(drop));
  if (size === points(0)) return 'pass rate unchanged';
  return `pass rate ${size} ${drop > 0 ? 'lower' : 'higher'}`;
}

/** Of the cases that ran, and what that is of all. */
function fellBy({ drop, share = 1 }: SuiteDecision): string {
  return share === 1
    ? `fell ${points(drop)}`
    : `of the cases that this change can reach fell ${points(drop / share)}, which is ${points(drop)} of all cases`;
}

/** ` (95 % → 80 %)`; empty where a side is unknown. */
export function fromTo({ candidate, baseline }: Rates): string {
  return candidate === null || baseline === null ? '' : ` (${percent(baseline)} → ${percent(candidate)})`;
}

function evidenceOf(suite: SuiteDecision): string {
  const interval = `95 % CI ${changeInterval(suite.ci95)}`;
  const corrected =
    suite.corrected === undefined ? '' : `, ${points(suite.corrected.drop)} corrected for the judge's errors`;
  const fall = `${interval}${corrected}`;
  const rounds = suite.p_rounds == null ? '' : `; whole rounds shuffled ${pValue(suite.p_rounds)}`;
  return suite.boundary === CHANGE_ALONE ? fall : `${fall}, ${pAgainst(suite.p_mid, suite.boundary)}${rounds}`;
}
