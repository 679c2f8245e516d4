import { reaches } from '#statistics/beyond.ts';
import { caseMinP } from '#statistics/counts/min-p.ts';
import { suiteExact } from '#statistics/counts/stratified-exact.ts';
import { WORSE } from '../terms/boundary.ts';
import { type GateTrial, type PairedCase, passes } from '../terms/evidence.ts';
import type { Unsound } from '../terms/fresh.ts';

/**
 * Rounds that an outage took from both sides: nothing passed on either, although main's stored trials make that rare. Next to such a round, one
 * in which nothing passed on one side is where the outage began or ended. Like rounds without a provider, they say nothing of the change.
 *
 * @param seen fresh trials of both sides; those of one round have the same number
 */
export function lostRounds(seen: readonly PairedCase[], stored: readonly PairedCase[]): ReadonlySet<number> {
  const failing = new Map(stored.map(({ id, baseline }) => [id, 1 - (passes(baseline) + 0.5) / (baseline.length + 1)]));
  const here = failedRounds(seen, 'trials', failing);
  const main = failedRounds(seen, 'baseline', failing);
  const lost = new Set<number>();
  for (const [round, chance] of here)
    if (chance * (main.get(round) ?? Number.POSITIVE_INFINITY) <= RARE) lost.add(round);
  const edges = [...here, ...main].filter(([at, chance]) => chance <= RARE && (lost.has(at - 1) || lost.has(at + 1)));
  return new Set([...lost, ...edges.map(([round]) => round)]);
}

const RARE = 0.01;

/** Rounds in which nothing passed on a side, with the chance of that. */
function failedRounds(
  seen: readonly PairedCase[],
  side: 'trials' | 'baseline',
  failing: ReadonlyMap<string, number>,
): ReadonlyMap<number, number> {
  const rounds = new Map<number, number>();
  for (const { id, [side]: trials } of seen)
    for (const { index, passed } of trials)
      rounds.set(index, (rounds.get(index) ?? 1) * (passed ? Number.POSITIVE_INFINITY : (failing.get(id) ?? 1)));
  return new Map([...rounds].filter(([, chance]) => chance <= 1));
}

/** The trials of all other rounds. */
export function withoutRounds(cases: readonly PairedCase[], lost: ReadonlySet<number>): readonly PairedCase[] {
  if (lost.size === 0) return cases;
  const others = (trials: readonly GateTrial[]) => trials.filter(({ index }) => !lost.has(index));
  return cases.map((item) => ({ ...item, trials: others(item.trials), baseline: others(item.baseline) }));
}

/** Whether something holds for the trials without a round, whichever it is. */
export function withoutAnyRound(
  cases: readonly PairedCase[],
  holds: (others: readonly PairedCase[]) => boolean,
): boolean {
  const rounds = new Set(cases.flatMap(({ trials, baseline }) => [...trials, ...baseline].map(({ index }) => index)));
  return [...rounds].every((round) => holds(withoutRounds(cases, new Set([round]))));
}

/**
 * Why a stage may make something red and clear nothing: a change that breaks what both sides share must not pass because main breaks with it.
 *
 * @param seen all fresh trials
 * @returns `null`: nothing speaks against clearing
 */
export function unsoundStage(
  seen: readonly PairedCase[],
  stored: readonly PairedCase[],
  { lost, rounds }: { readonly lost: number; readonly rounds: number },
): Unsound | null {
  if (lost > MOST_LOST * rounds) return { kind: 'rounds_lost', lost, rounds };
  const before = new Map(stored.map(({ id, baseline }) => [id, baseline]));
  const counts = seen.map(({ id, baseline: fresh }) => {
    const known = before.get(id) ?? [];
    return { a: passes(fresh), n: fresh.length, b: passes(known), m: known.length };
  });
  // What looked worse was chosen by these stored trials, and falls back by itself: a mean says nothing of a part, is chosen once in 1 / WORSE, and a
  // case stands for all that it was chosen from.
  const isWhole = seen.length === stored.length;
  const among = stored.length / Math.max(1, seen.length);
  const fell =
    (isWhole && reaches(suiteExact(counts).pExact / WORSE, FELL)) ||
    caseMinP(counts).some(({ pAdjusted }) => reaches(pAdjusted * among, FELL));
  return fell ? { kind: 'main_fell' } : null;
}

/** Of the rounds of a stage. */
const MOST_LOST = 1 / 3;
/** Of the mean, and of the smallest p of all cases. */
const FELL = 0.01;
