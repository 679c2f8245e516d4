import { checksOf } from '#cases/suite/demands/lost-demands.ts';
import { scoredTrials } from '#gate/baseline/results/evidence.ts';
import type { Reason } from '#gate/decision/terms/decision.ts';
import type { RewrittenCase } from './loosened-cases.ts';
import { isMarked, lostMarks } from './lost-marks.ts';
import type { PairWithMain } from './pair-with-main.ts';
import { MOST_TOLD, open } from './reason.ts';

/** The cases in which main tolerates no failure, and what the change does to them. */
export interface Guards {
  /** `never_fail` of main, which decides. */
  readonly base: readonly string[];
  /** `never_fail` of the change. */
  readonly own: readonly string[];
  readonly pairs: readonly PairWithMain[];
  readonly rewritten: readonly RewrittenCase[];
}

/** If a change removes or weakens a guard, a person must look at it: the verdict stays open. */
export function guardReasons({ base, own, pairs, rewritten }: Guards): readonly Reason[] {
  const guarded = pairs.filter(({ baseline }) => isMarked(baseline, base));
  const changes = new Map(rewritten.map((evalCase) => [evalCase.id, evalCase]));
  const checks = [...new Set(base.filter((item) => item.startsWith(CHECK)))];
  const gone = checks.filter((check) => !own.includes(check));
  const reasons = [
    ...reasonsOf(
      'removed',
      guarded.flatMap((item) => (item.candidate === null && !item.left_out ? [item.id] : [])),
    ),
    ...reasonsOf(
      'left_out',
      guarded.flatMap((item) => (item.left_out ? [item.id] : [])),
    ),
    ...reasonsOf('unmarked', lostMarks(pairs, base, own)),
    ...(gone.length === 0 ? [] : [open('guard_weakened', { kind: 'unmarked_checks', checks: gone })]),
    ...weakenedReasons(guarded.flatMap(({ id }) => changes.get(id) ?? [])),
    ...checks.flatMap((check) => checkReasons(check.slice(CHECK.length), pairs, changes)),
  ];
  return reasons.map((item) => ({ ...item, gate: 'never_fail' }));
}

const CHECK = 'check:';

function reasonsOf(
  kind: 'removed' | 'left_out' | 'unmarked' | 'more_cases',
  ids: readonly string[],
): readonly Reason[] {
  return ids.length === 0 ? [] : [open('guard_weakened', { kind }, ids)];
}

function weakenedReasons(changes: readonly RewrittenCase[]): readonly Reason[] {
  const weakened = changes.filter(
    ({ input, lost, graders }) => input || graders !== null || lost === null || lost.length > 0,
  );
  return [
    ...weakened
      .slice(0, MOST_TOLD)
      .map(({ id, input, lost, graders }) => open('guard_weakened', { kind: 'weakened', input, lost, graders }, [id])),
    ...reasonsOf(
      'more_cases',
      weakened.slice(MOST_TOLD).map(({ id }) => id),
    ),
  ];
}

function checkReasons(
  check: string,
  pairs: readonly PairWithMain[],
  changes: ReadonlyMap<string, RewrittenCase>,
): readonly Reason[] {
  const ids = pairs.filter((pair) => losesCheck(check, pair, changes.get(pair.id))).map(({ id }) => id);
  const edited = [...new Set(ids.flatMap((id) => changes.get(id)?.graders ?? []))];
  return ids.length === 0 ? [] : [open('guard_weakened', { kind: 'check', check, edited }, ids)];
}

function losesCheck(check: string, pair: PairWithMain, change: RewrittenCase | undefined): boolean {
  if (pair.candidate === null) return hadCheck(check, pair);
  if (change === undefined) return false;
  return (
    change.lost === null ||
    change.lost.some((item) => item.check === check) ||
    ((check === 'custom' || check === 'commands') && change.graders !== null && hadCheck(check, pair))
  );
}

function hadCheck(check: string, { main, compared }: PairWithMain): boolean {
  if (main !== null) return checksOf(main).has(check);
  const trials = compared?.baseline ? scoredTrials(compared.baseline) : [];
  return trials.some(({ checks }) => checks.some(({ name }) => name === check || name.startsWith(`${check}.`)));
}
