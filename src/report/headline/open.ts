import { capitalise, percent, plural, pointInterval, points } from '#common/words.ts';
import { differenceWords, mainAndHere } from '#gate/baseline/pairing/difference-words.ts';
import type { Reason } from '#gate/decision/terms/decision.ts';
import type { ReasonCode } from '#gate/decision/terms/reason-code.ts';
import { hasTooFewRounds, ROUNDS_NEEDED } from '#report/reasons/drop-words.ts';
import type { WhenOpen } from '../exit-code.ts';
import { nextStep, type ReaderPlace } from '../reasons/next-step.ts';
import { plainMessageOf, shortWordsOf, titleOf, wordsOf } from '../reasons/reason-words.ts';
import type { Report } from '../report.ts';
import type { Headline } from './headline-words.ts';

/** A report that decides nothing: whether it blocks, why, and what settles it. */
export function openHeadline(report: Report): Headline {
  const [first, ...others] = report.reasons.filter(({ outcome }) => outcome === 'inconclusive');
  const step = settlement(report);
  const { kind, words, more } =
    first === undefined ? { kind: UNDECIDED, words: titleOf(report), more: '' } : questionOf(first, report);
  const settles = step === null ? [] : [`To settle it, ${step}.`];
  const rest = `(${blocks(report)}): ${withLimits(words, report)}`;
  return {
    words: `${kind} ${rest}`,
    brief: `${kind === UNDECIDED ? "can't tell" : kind} ${rest}`,
    sentence: [...(more === '' ? [] : [more]), ...settles].join(' '),
    also: others.map((reason) => plainMessageOf(reason, report.main)),
    numbers: first?.code === 'drop_open' && first.tag === null ? [titleOf(report)] : [],
  };
}

interface Question {
  readonly kind: string;
  readonly words: string;
  readonly more: string;
}

const UNDECIDED = "Agent eval can't tell";

function questionOf(reason: Reason, report: Report): Question {
  const { code, tag } = reason;
  const { main } = report;
  const words = plainMessageOf(reason, main);
  if (code === 'drop_open' && tag === null) return openDrop(report, words);
  if (reason.code === 'no_comparable_case')
    return reason.facts.kind === 'other_version'
      ? {
          kind: 'Not comparable yet',
          words: `this run uses another version of the action than ${main}'s results`,
          more: '',
        }
      : { kind: UNDECIDED, words, more: difference(report) };
  if (code === 'no_baseline' && addsAction(report))
    return { kind: 'Nothing to compare with yet', words: 'merge to make the baseline', more: FIRST };
  if (code === 'no_baseline') {
    const { baseline } = report;
    const why = baseline.kind === 'none' ? `${capitalise(baseline.reason)}; only absolute floors were checked.` : '';
    return { kind: 'Nothing to compare with yet', words: `${main} has no results`, more: why };
  }
  const { opening, headline, evidence } = wordsOf(reason, main);
  if (code === 'self_check') return { kind: UNDECIDED, words: headline, more: evidence };
  if (code === 'judge_not_confirmed') return { kind: UNDECIDED, words: headline, more: '' };
  if (needsReview(reason)) return { kind: 'Needs a review', words, more: '' };
  return { kind: opening === 'not evaluated' ? 'Not evaluated' : UNDECIDED, words, more: '' };
}

const FIRST = 'This change adds the first config, so each case ran a few times, and only absolute floors were checked.';

/** What differs, if main's runs were made under other conditions. */
function difference({ condition_differences: [first, ...others], main }: Report): string {
  if (first === undefined) return '';
  return `The difference: ${differenceWords(first, mainAndHere(main))}${others.length === 0 ? '' : `; and ${plural(others.length, 'more difference')}`}.`;
}

/** Whether only a person can answer it. */
function needsReview(reason: Reason): boolean {
  return REVIEWS.has(reason.code) || (reason.code === 'cases_gone' && reason.facts.kind !== 'left_out');
}

const REVIEWS: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'guard_weakened',
  'rules_unknown',
  'tag_removed',
  'harder_cases',
]);

function openDrop({ numbers, metrics, main }: Report, words: string): Question {
  const { suite } = numbers.pass_rate;
  const row = metrics.find(({ metric }) => metric === 'pass_rate');
  if (suite === null || row?.candidate == null || row.baseline === null) return { kind: UNDECIDED, words, more: '' };
  const drop = Math.max(0, suite.ci95[1]);
  const more =
    suite.rule_out === null
      ? `The change of the pass rate is within ${pointInterval([-suite.ci95[1], -suite.ci95[0]])} points.`
      : hasTooFewRounds(suite)
        ? `A drop of ${points(suite.rule_out)} had to be ruled out: that takes ${ROUNDS_NEEDED}.`
        : `A drop of up to ${points(drop)} is possible; ${points(suite.rule_out)} had to be ruled out.`;
  return { kind: UNDECIDED, words: `${percent(row.candidate)} here, ${percent(row.baseline)} on ${main}`, more };
}

/** What limits the verdict is at the end of its title, as in the gate's title. */
function withLimits(words: string, { heading: { limits }, main }: Report): string {
  const known = limits.filter(({ code }) => LIMITS.has(code));
  return [words, ...known.map((limit) => shortWordsOf(limit, main))].join('; ');
}

const LIMITS: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['few_comparable', 'mostly_failing']);

/** The one thing that settles an undecided verdict, a sentence part that begins with a verb; `null` if it is decided. */
export function settlement(report: Report): string | null {
  const { verdict, reasons, numbers, run, main } = report;
  if (addsAction(report)) return `merge it: ${main}'s first run makes the baseline`;
  return nextStep({ verdict, reasons, decision: numbers, main }, placeOf(run), run.program);
}

/** A change that adds the first config, and so has nothing to be compared with. */
function addsAction({ reasons }: Pick<Report, 'reasons'>): boolean {
  const first = reasons.find(({ outcome }) => outcome === 'inconclusive');
  const isFirst = (reason: Reason) => reason.code === 'policy_origin' && reason.facts.kind === 'first';
  return first?.code === 'no_baseline' && reasons.some(isFirst);
}

/** Whether an undecided verdict blocks: the check of a pull request, or one that a run in a terminal stands for. */
function blocks({ run, when_open }: Pick<Report, 'run' | 'when_open'>): string {
  return BLOCKS[placeOf(run)][when_open];
}

function placeOf({ run_url }: Report['run']): ReaderPlace {
  return run_url === null ? 'terminal' : 'job';
}

const BLOCKS: Readonly<Record<ReaderPlace, Readonly<Record<WhenOpen, string>>>> = {
  job: { green: 'does not block', red: 'blocks', review: 'asks for a review' },
  terminal: { green: 'would not block', red: 'would block', review: 'would ask for a review' },
};
