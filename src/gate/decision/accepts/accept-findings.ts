import { nearestName } from '#common/document/nearest-name.ts';
import { groupBy } from '#common/group-by.ts';
import type { LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import type { Passes } from '#statistics/counts/pairwise-exact.ts';
import type { AcceptFacts, UnusedAcceptFacts } from '../facts/test-facts.ts';
import { type GateTrial, passes } from '../terms/evidence.ts';
import { type Finding, finding } from '../terms/finding.ts';
import type { SettledAccept } from './settle-accepts.ts';

/**
 * The outcome of every accept, as notes: what is accepted comes first. Entries of the quarantine only if they matter to this run.
 */
export function acceptFindings(
  accepts: readonly SettledAccept[],
  comparison: Pick<LeanComparison, 'pool' | 'cases'>,
): readonly Finding[] {
  const relevant = accepts.filter(
    ({ decision: { source, state }, is_worse: isWorse }) => source === 'accept' || isWorse || state === 'accepted',
  );
  const isAccepted = ({ decision }: SettledAccept) => decision.state === 'accepted';
  return [
    ...[...groupBy(relevant.filter(isAccepted), sameReason).values()].flatMap(acceptedNote),
    ...relevant
      .filter((item) => !isAccepted(item))
      .map((item) => finding({ ...about(item), code: 'accept_without_effect' }, withoutEffect(item, comparison))),
  ];
}

/** Everything that could be compared is accepted, so nothing else can have got worse. */
export function nothingElseFinding(): Finding {
  return finding({ outcome: 'pass', gate: 'pass_rate', code: 'no_regression' }, { kind: 'accepted' });
}

function about({ decision }: SettledAccept) {
  const cases = decision.case === null ? [] : [decision.case];
  return { outcome: 'note', gate: decision.case === null ? 'suite' : 'case', tag: decision.tag, cases } as const;
}

/** Accepts with one reason are one note, so that it is said once. */
function sameReason({ decision: { source, reason, until } }: SettledAccept): string {
  return JSON.stringify([source, reason, until]);
}

function acceptedNote(accepts: readonly SettledAccept[]): readonly Finding[] {
  if (accepts.length === 0) return [];
  const cases = accepts.flatMap(({ decision }) => decision.case ?? []);
  const gate = cases.length < accepts.length ? 'suite' : 'case';
  const [tag = null, ...others] = new Set(accepts.map(({ decision }) => decision.tag));
  const about = { outcome: 'note', gate, code: 'accepted', tag: others.length === 0 ? tag : null, cases } as const;
  return [finding(about, { accepts: accepts.map(factsOf) })];
}

function factsOf({ decision, item, change }: SettledAccept): AcceptFacts {
  const compared = item && { id: item.id, main: countsOf(item.baseline), here: countsOf(item.trials) };
  return { accept: decision, compared, change };
}

function countsOf(trials: readonly GateTrial[]): Passes {
  return { passed: passes(trials), scored: trials.length };
}

function withoutEffect(
  accept: SettledAccept,
  { pool, cases }: Pick<LeanComparison, 'pool' | 'cases'>,
): UnusedAcceptFacts {
  const { decision, is_worse } = accept;
  const ids = cases.flatMap(({ id, candidate }) => (candidate === null ? [] : [id]));
  const nearest = decision.state === 'unknown' && decision.case !== null ? nearestName(decision.case, ids) : null;
  return { ...factsOf(accept), is_worse, main_sha: pool[0]?.sha ?? null, nearest };
}
