import type { Reason } from '#domain/gate/decision.ts';
import type { ReasonCode } from '#domain/gate/reason-code.ts';
import { percent, plural, pointInterval, points } from '#domain/words.ts';
import { addsAction, settlement } from '../open-question.ts';
import { messageOf, shortWordsOf, titleOf } from '../reasons/reason-words.ts';
import type { Report } from '../report.ts';
import { passRateToday } from './again-today.ts';
import { wordsAlone } from './plain-words.ts';
import type { Headline } from './said.ts';

/** A report that decides nothing: whether it blocks, why, and what settles it. */
export function openHeadline(report: Report): Headline {
  const [first, ...others] = report.reasons.filter(({ outcome }) => outcome === 'inconclusive');
  const way = settlement(report);
  const said = first === undefined ? { kind: UNDECIDED, words: titleOf(report), more: '' } : wordsOf(first, report);
  const settles = way === null ? [] : [`To settle it, ${way}.`];
  return {
    words: `${said.kind} (${BLOCKS[report.when_open]}): ${withLimits(said.words, report)}`,
    sentence: [...(said.more === '' ? [] : [said.more]), ...settles].join(' '),
    also: others.map((reason) => wordsAlone(messageOf(reason))),
  };
}

const BLOCKS: Readonly<Record<Report['when_open'], string>> = {
  green: 'does not block',
  red: 'blocks',
  review: 'asks for a review',
};

interface Said {
  readonly kind: string;
  readonly words: string;
  readonly more: string;
}

const UNDECIDED = "Agent eval can't tell";

function wordsOf(reason: Reason, report: Report): Said {
  const { code, tag } = reason;
  const message = messageOf(reason);
  if ((code === 'more_trials' || code === 'more_cases') && tag === null) return undecided(report, message);
  if (code === 'stale_baseline' || code === 'not_confirmed')
    return {
      kind: 'Not shown to be your change',
      words: 'main does no better today',
      more: threeSides(reason, report),
    };
  if (reason.code === 'no_comparable_case' && reason.facts.why === 'other_version')
    return {
      kind: 'Not comparable yet',
      words: "this run uses another version of the action than main's results",
      more: '',
    };
  if (code === 'no_baseline' && addsAction(report))
    return { kind: 'Nothing to compare with yet', words: 'merge to make the baseline', more: FIRST };
  if (code === 'no_baseline') {
    const { baseline } = report;
    const why = baseline.kind === 'none' ? `${capitalised(baseline.reason)}; only absolute floors were checked.` : '';
    return { kind: 'Nothing to compare with yet', words: 'main has no results', more: why };
  }
  if (code === 'judge_not_confirmed') {
    const [words = message] = message.split('; ', 1);
    return { kind: UNDECIDED, words: wordsAlone(words), more: '' };
  }
  if (REVIEWS.has(code)) return { kind: 'Needs a review', words: wordsAlone(message), more: '' };
  if (code === 'no_comparable_case') return { kind: UNDECIDED, words: wordsAlone(message), more: difference(report) };
  return /^not evaluated: /.test(message)
    ? { kind: 'Not evaluated', words: message.replace(/^not evaluated: /, ''), more: '' }
    : { kind: UNDECIDED, words: wordsAlone(message), more: '' };
}

const FIRST = 'This change adds the first config, so each case ran a few times, and only absolute floors were checked.';

/** What differs, if main's runs were made under other conditions. */
function difference({ condition_differences: [first, ...others] }: Report): string {
  if (first === undefined) return '';
  return `The difference: ${first}${others.length === 0 ? '' : `; and ${plural(others.length, 'more difference')}`}.`;
}

/** Only a person can answer these. */
const REVIEWS: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'never_fail_removed',
  'never_fail_left_out',
  'never_fail_unmarked',
  'cases_removed',
  'guard_weakened',
  'guards_unknown',
  'graders_unknown',
  'tag_lost',
  'policy_unknown',
  'changed_worse',
  'new_never_pass',
]);

function undecided({ numbers, metrics }: Report, message: string): Said {
  const { suite } = numbers.pass_rate;
  const row = metrics.find(({ metric }) => metric === 'pass_rate');
  if (suite === null || row?.candidate == null || row.baseline === null)
    return { kind: UNDECIDED, words: wordsAlone(message), more: '' };
  const drop = Math.max(0, suite.upper95);
  const more =
    suite.rule_out === null
      ? `The change of the pass rate is within ${pointInterval([-suite.ci95[1], -suite.ci95[0]])} points.`
      : `A drop of up to ${points(drop)} is possible; ${points(suite.rule_out)} had to be ruled out.`;
  return { kind: UNDECIDED, words: `${percent(row.candidate)} here, ${percent(row.baseline)} on main`, more };
}

/** Main today, main as stored, and this change. */
function threeSides(reason: Reason, report: Report): string {
  const { gate, cases } = reason;
  if (gate === 'case') {
    const rows = report.cases.filter(({ id, today }) => cases.includes(id) && today !== null);
    const side = (one: { passed: number; scored: number } | null) => `${one?.passed ?? 0}/${one?.scored ?? 0}`;
    const told = rows.slice(0, MOST_SHOWN).map(({ id, today, baseline, candidate }) => {
      return `${id}: ${side(today)} on main today, ${side(baseline)} stored, ${side(candidate)} here`;
    });
    return told.length === 0 ? '' : `${told.join('; ')}${rows.length > MOST_SHOWN ? ' …' : ''}.`;
  }
  const today = gate === 'pass_rate' ? passRateToday(report) : null;
  const row = report.metrics.find(({ metric }) => metric === 'pass_rate');
  if (today === null || row?.baseline == null || row.candidate === null)
    return `${capitalised(wordsAlone(messageOf(reason)))}.`;
  return `${percent(today)} on main today, ${percent(row.baseline)} stored, ${percent(row.candidate)} here.`;
}

const MOST_SHOWN = 3;

/** What limits the verdict stands at the end of its title, as it does in the gate's. */
function withLimits(words: string, { heading: { limits } }: Report): string {
  return [words, ...limits.filter(({ code }) => LIMITS.has(code)).map(shortWordsOf)].join('; ');
}

const LIMITS: ReadonlySet<ReasonCode> = new Set<ReasonCode>(['few_comparable', 'mostly_failing']);

function capitalised(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
