import type { ReasonOf } from '#domain/gate/decision.ts';
import type { DriftFacts } from '#domain/gate/facts/test-facts.ts';
import { METRIC_WORDS, METRICS } from '#domain/gate/metrics.ts';
import { ofTag } from '#domain/gate/rules/words.ts';
import { pAgainst, percent, points, pValue, relativeChange, relativeInterval } from '#domain/words.ts';
import { fromTo } from './drop-words.ts';
import { type ReasonWords, undecided, withEvidence } from './words.ts';

/** Tokens, cost or latency rose, beyond chance and beyond the tolerance. */
export function metricRose({ facts: { metric, test }, tag }: ReasonOf<'increase'>): ReasonWords {
  const rise = relativeChange((test.ratio ?? 1) - 1);
  const isPlain = test.p === null;
  const headline = `${ofTag(tag)}${METRIC_WORDS[metric]} rose: ${rise} ${isPlain ? 'in all' : 'in the typical case'}, ${relativeChange(test.max_increase)} is tolerated`;
  const { amount } = METRICS[metric];
  const totals = `suite total ${amount(test.baseline ?? 0)} → ${amount(test.candidate ?? 0)}`;
  if (isPlain) return withEvidence(headline, ' (', totals);
  const interval = test.ci95 === null ? '' : `95 % CI ${relativeInterval([test.ci95[0] - 1, test.ci95[1] - 1])}, `;
  const words = withEvidence(headline, ' (', `${interval}${pAgainst(test.p ?? 1, test.boundary)}; ${totals}`);
  return { ...words, plain: `${headline} (${interval.replace(/, $/, '; ')}${totals})` };
}

/** Too few cases for a test, but every one of them rose beyond the tolerance. */
export function roseUntested(
  { facts: { metric, test }, tag }: ReasonOf<'increase_untested'>,
  main: string,
): ReasonWords {
  const rise = relativeChange((test.ratio ?? 1) - 1);
  const headline = `${ofTag(tag)}${METRIC_WORDS[metric]} rose in every case: ${rise} in the typical one, ${relativeChange(test.max_increase)} is tolerated`;
  return withEvidence(headline, '; ', test.missing ?? `it was not tested against ${main}`);
}

/** Neither a failure nor a pass: more than chance, and no more than a day may do. */
export function withinDrift({ facts, tag }: ReasonOf<'within_drift'>, main: string): ReasonWords {
  const what = `${ofTag(tag)}${moved(facts.what)}`;
  const headline = `${what}, more than chance explains, but ${main} may differ as much from one day to the next`;
  const tells = `fresh trials of ${main} would tell`;
  const chance = `${pValue(facts.p)} by chance alone, ${pValue(facts.p_drift)} with such days`;
  return undecided({
    headline,
    message: `${headline} (${chance}); ${tells}`,
    evidence: `${chance}; ${tells}`,
    plain: `${headline}; ${tells}`,
  });
}

function moved(what: DriftFacts['what']): string {
  switch (what.kind) {
    case 'pass_rate':
      return `pass rate fell ${points(what.drop)}${fromTo(what.rates)}`;
    case 'tool_recall':
      return `tool recall fell ${points(what.test.change)} (${percent(what.test.baseline)} → ${percent(what.test.candidate)})`;
    case 'increase':
      return `${METRIC_WORDS[what.metric]} rose ${relativeChange(what.ratio - 1)} in the typical case`;
  }
}
