import type { Comparison } from '#domain/baseline/comparison/comparison.ts';
import { cutEnd } from '#domain/cut.ts';
import { nearestName } from '#domain/document/nearest-name.ts';
import { groupBy } from '#domain/group-by.ts';
import { listed, points, relativeChange, shortSha } from '#domain/words.ts';
import { passes } from '../evidence.ts';
import { type Finding, finding } from '../finding.ts';
import { METRIC_WORDS } from '../metrics.ts';
import type { Words } from '../reason-code.ts';
import type { AcceptDecision } from './accept-decision.ts';
import type { SettledAccept } from './settle-accepts.ts';

/** What every accept came to, as notes: what is accepted first. Of the quarantine only what matters to this run. */
export function acceptFindings(
  accepts: readonly SettledAccept[],
  comparison: Pick<Comparison, 'pool' | 'cases'>,
): readonly Finding[] {
  const told = accepts.filter(
    ({ decision: { source, state }, is_worse: isWorse }) => source === 'accept' || isWorse || state === 'accepted',
  );
  const isAccepted = ({ decision }: SettledAccept) => decision.state === 'accepted';
  return [
    ...[...groupBy(told.filter(isAccepted), sameReason).values()].flatMap(acceptedNote),
    ...told.filter((one) => !isAccepted(one)).map((one) => idleNote(one, withoutEffect(one, comparison))),
  ];
}

/** Nothing could be compared but what is accepted, so nothing else can have got worse. */
export function nothingElseFinding(): Finding {
  const words = 'no regression: nothing could be compared but what is accepted';
  return finding({ outcome: 'pass', gate: 'pass_rate', code: 'no_regression' }, { message: words, headline: words });
}

function idleNote({ decision }: SettledAccept, words: string): Finding {
  const cases = decision.case === null ? [] : [decision.case];
  const gate = decision.case === null ? 'suite' : 'case';
  return finding({ outcome: 'note', gate, code: 'accept_without_effect', tag: decision.tag, cases }, words);
}

/** Accepts with one reason are one note, so that it is said once. */
function sameReason({ decision: { source, reason, until } }: SettledAccept): string {
  return JSON.stringify([source, reason, until]);
}

function acceptedNote(accepts: readonly SettledAccept[]): readonly Finding[] {
  const [first] = accepts;
  if (first === undefined) return [];
  const cases = accepts.flatMap(({ decision }) => decision.case ?? []);
  const gate = cases.length < accepts.length ? 'suite' : 'case';
  const [tag = null, ...others] = new Set(accepts.map(({ decision }) => decision.tag));
  const about = { outcome: 'note', gate, code: 'accepted', tag: others.length === 0 ? tag : null, cases } as const;
  return [finding(about, acceptedWords(first.decision, accepts))];
}

const MOST_OF_A_REASON = 100;
const MOST_NAMED = 8;

function acceptedWords({ source, reason, until }: AcceptDecision, accepts: readonly SettledAccept[]): Words {
  // Sentences of a title are separated by semicolons.
  const why = reason.replaceAll(';', ',');
  const kind = source === 'accept' ? 'accepted' : 'in quarantine';
  return {
    headline: `${kind}: ${cutEnd(why, MOST_OF_A_REASON)}`,
    message: `${kind}: ${why} (${listed(accepts.map(found), MOST_NAMED, '; ')}; until ${until})`,
  };
}

/** What got worse, and by how much. */
function found({ decision, item, change }: SettledAccept): string {
  const upTo = decision.up_to === null ? '' : `, up to ${amount(decision, decision.up_to)} is accepted`;
  if (item === null) return change === null ? named(decision) : `${named(decision)} ${moved(decision, change)}${upTo}`;
  const { baseline, trials } = item;
  return `case ${item.id} passed ${passes(baseline)}/${baseline.length} on main and ${passes(trials)}/${trials.length} here`;
}

function withoutEffect(one: SettledAccept, { pool, cases }: Pick<Comparison, 'pool' | 'cases'>): string {
  const { decision, is_worse: isWorse, change } = one;
  const { source, state, until } = decision;
  const what = named(decision);
  const which = source === 'accept' ? `the accept of ${what}` : `the quarantine of ${what}`;
  switch (state) {
    case 'beyond':
      return `${what} ${moved(decision, change ?? 0)}, and only ${amount(decision, decision.up_to ?? 0)} is accepted`;
    case 'expired':
      return `${which} expired on ${until}${isWorse ? ', so its failure counts again' : ' and names nothing red; remove it'}`;
    case 'never_fail':
      return `${which} is ignored: ${what} must never fail, and no failure of it can be accepted`;
    case 'off':
      return `${which} counts for nothing: main's policy allows none (gate.accepts: false)`;
    case 'on_main': {
      const since = pool[0]?.sha ?? null;
      const held = `main holds what it names${since === null ? '' : ` (${shortSha(since)})`}`;
      return isWorse
        ? `${which} is used up: ${held}, and it got worse again; accept that by an entry with a new reason or day`
        : `${which} has no further effect: ${held}; remove it`;
    }
    case 'unknown': {
      if (decision.case === null) return `${which} is ignored: nothing here is tested for it; correct it or remove it`;
      const ids = cases.flatMap(({ id, candidate }) => (candidate === null ? [] : [id]));
      const near = nearestName(decision.case, ids);
      return `${which} is ignored: no case here has this id; ${near === null ? 'correct it or remove it' : `did you mean ${near}?`}`;
    }
    case 'not_red':
    case 'accepted':
      return `${which} is ignored: it names nothing red; remove it`;
  }
}

function named({ case: id, metric, tag }: AcceptDecision): string {
  if (id !== null) return `case ${id}`;
  const words = Object.entries(METRIC_WORDS).find(([name]) => name === metric)?.[1] ?? metric ?? '';
  return tag === null ? words : `${words} of tag ${tag}`;
}

function isRate({ metric }: AcceptDecision): boolean {
  return metric === 'pass_rate' || metric === 'tool_recall';
}

function amount(decision: AcceptDecision, share: number): string {
  return isRate(decision) ? points(share) : relativeChange(share).replace(/^\+/, '');
}

function moved(decision: AcceptDecision, change: number): string {
  return `${isRate(decision) ? 'fell' : 'rose'} by ${amount(decision, change)}`;
}
