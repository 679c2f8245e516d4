import { listed, pAgainst, percent, plural, points, pValue, relativeChange, relativeInterval } from '#common/words.ts';
import type { DriftFacts } from '#gate/decision/facts/test-facts.ts';
import type { IncreaseDecision, ReasonOf, RiseTest } from '#gate/decision/terms/decision.ts';
import { METRIC_WORDS, METRICS, type Metric } from '#gate/decision/terms/metrics.ts';
import { fromTo } from './drop-words.ts';
import { ofTag } from './test-words.ts';
import { type ReasonWords, undecided, withEvidence } from './words.ts';

/** Tokens, cost or latency rose, beyond chance and beyond the tolerance. */
export function metricRose(reason: ReasonOf<'increase'>): ReasonWords {
  const { metric, test } = reason.facts;
  const headline = riseHeadline(reason, 'rose:', relativeChange);
  const totals = totalsOf(metric, test);
  if (test.total.p === null) return withEvidence(headline, ' (', totals);
  const { p, ci95 } = redQuestion(test);
  const interval = ci95 === null ? [] : [`95 % CI ${relativeInterval(ci95)}`];
  const words = withEvidence(headline, ' (', `${[...interval, pAgainst(p ?? 1, test.boundary)].join(', ')}; ${totals}`);
  return { ...words, plain: `${headline} (${[...interval, totals].join('; ')})` };
}

/** Stored trials of main do not make it red, and chance seldom explains as much. */
export function roseOpen(reason: ReasonOf<'increase_open'>, main: string): ReasonWords {
  const { metric, test } = reason.facts;
  const headline = riseHeadline(reason, 'rose:', relativeChange);
  const totals = totalsOf(metric, test);
  const tells = `${tooFew(test)}fresh trials of ${main} would tell`;
  return undecided({
    headline,
    message: `${headline} (${pAgainst(test.total.p ?? 1, test.boundary)}; ${totals}); ${tells}`,
    evidence: `${pAgainst(test.total.p ?? 1, test.boundary)}; ${totals}; ${tells}`,
    plain: `${headline} (${totals}); ${tells}`,
  });
}

/** That so few trials can't show what one case makes of the total, if its trials are apart. */
function tooFew({ risen_cases: risen }: IncreaseDecision): string {
  const { separated } = risen.find((item) => item.separated !== null) ?? { separated: null };
  return separated === null ? '' : `${plural(separated.here, 'trial')} against ${separated.main} can't show it, `;
}

/** A rise of some cases, by its test. */
interface Rise {
  readonly facts: { readonly metric: Metric; readonly test: IncreaseDecision };
  readonly tag: string | null;
}

/** A rise in a few words: `tokens rose: +145 % in all (refund alone +145 %), +10 % is tolerated`. */
export function riseHeadline(
  { facts: { metric, test }, tag }: Rise,
  verb: 'rose:' | 'rose by',
  amount: (rise: number) => string,
): string {
  const { rise, of } = redQuestion(test);
  const cases = listed(
    test.risen_cases.map((item) => `${item.id} alone adds ${amount(item.rise)} to the total`),
    MOST_NAMED,
  );
  const where = of === 'typical' ? 'in the typical case' : `in all${cases === '' ? '' : ` (${cases})`}`;
  return `${ofTag(tag)}${METRIC_WORDS[metric]} ${verb} ${amount(rise)} ${where}, ${amount(test.max_increase)} is tolerated`;
}

const MOST_NAMED = 3;

/** The question that is red, the total's first; else the one that only another day explains; else the total's. */
function redQuestion({ total, typical }: IncreaseDecision) {
  const isShown = ({ failed, p_drift }: RiseTest) => failed || p_drift !== null;
  return typical !== null && (typical.failed ? !total.failed : isShown(typical) && !isShown(total))
    ? ({ ...typical, of: 'typical' } as const)
    : ({ ...total, ci95: null, of: 'total' } as const);
}

function totalsOf(metric: Metric, { baseline, candidate }: IncreaseDecision): string {
  const { amount } = METRICS[metric];
  return `suite total ${amount(baseline)} → ${amount(candidate)}`;
}

/** Neither a failure nor a pass: more than chance explains, but no more than another day may do. */
export function withinDrift({ facts, tag }: ReasonOf<'within_drift'>, main: string): ReasonWords {
  const { p, p_drift: onOtherDays } = facts;
  const differs =
    onOtherDays === null
      ? `${main} has too few stored runs to say how far they differ`
      : `${main} may differ as much from one day to the next`;
  const headline = `${moved(facts.what, tag)}, more than chance explains, but ${differs}`;
  const tells = `fresh trials of ${main} would tell`;
  const chance = `${pValue(p)} by chance alone${onOtherDays === null ? '' : `, ${pValue(onOtherDays)} with such days`}`;
  return undecided({
    headline,
    message: `${headline} (${chance}); ${tells}`,
    evidence: `${chance}; ${tells}`,
    plain: `${headline}; ${tells}`,
  });
}

function moved(what: DriftFacts['what'], tag: string | null): string {
  switch (what.kind) {
    case 'pass_rate':
      return `${ofTag(tag)}pass rate fell ${points(what.drop)}${fromTo(what.rates)}`;
    case 'tool_recall':
      return `${ofTag(tag)}tool recall fell ${points(what.test.change)} (${percent(what.test.baseline)} → ${percent(what.test.candidate)})`;
    case 'increase':
      return riseHeadline({ facts: what, tag }, 'rose:', relativeChange);
  }
}
