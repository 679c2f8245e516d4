import { scoredTrials } from '#domain/baseline/results/evidence.ts';
import type { Reason } from '#domain/gate/decision.ts';
import { isMarked, lostMarks } from '#domain/gate/rules/lost-marks.ts';
import { checksOf } from '#domain/suite/demands/lost-demands.ts';
import type { RewrittenCase } from './loosened-cases.ts';
import type { PairWithMain } from './pair-with-main.ts';
import { MOST_TOLD, named, open } from './reason.ts';

/** The cases of which main tolerates no failure, and what the change makes of them. */
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
  const checks = [...new Set(base.filter((one) => one.startsWith(CHECK)))];
  const gone = checks.filter((check) => !own.includes(check));
  const found = [
    ...removedReasons(guarded.flatMap((one) => (one.candidate === null && !one.left_out ? [one.id] : []))),
    ...leftOutReasons(guarded.flatMap((one) => (one.left_out ? [one.id] : []))),
    ...unmarkedReasons(lostMarks(pairs, base, own), gone),
    ...weakenedReasons(guarded.flatMap(({ id }) => changes.get(id) ?? [])),
    ...checks.flatMap((check) => checkReasons(check.slice(CHECK.length), pairs, changes)),
  ];
  return found.map((one) => ({ ...one, gate: 'never_fail' }));
}

const CHECK = 'check:';

function removedReasons(ids: readonly string[]): readonly Reason[] {
  const many = ids.length > 1 ? 's' : '';
  const words = `never-fail case${many} ${named(ids)} ${many ? 'were' : 'was'} removed from the suite`;
  return ids.length === 0 ? [] : [open('never_fail_removed', words, ids)];
}

function leftOutReasons(ids: readonly string[]): readonly Reason[] {
  const words = `main tolerates no failure of ${named(ids)}, and this run leaves ${ids.length > 1 ? 'them' : 'it'} out; ${LOOK}`;
  return ids.length === 0 ? [] : [open('never_fail_left_out', words, ids)];
}

function unmarkedReasons(ids: readonly string[], checks: readonly string[]): readonly Reason[] {
  const what = 'main tolerates no failure of';
  const cases = `${what} ${named(ids)}, but would after this change: the id or tag is gone from gate.never_fail or from the case`;
  const listed = `${what} ${named(checks)}, but would after this change: it is gone from gate.never_fail`;
  return [
    ...(ids.length === 0 ? [] : [open('never_fail_unmarked', cases, ids)]),
    ...(checks.length === 0 ? [] : [open('never_fail_unmarked', listed)]),
  ];
}

function weakenedReasons(changes: readonly RewrittenCase[]): readonly Reason[] {
  const weakened = changes
    .map((evalCase) => ({ id: evalCase.id, how: weakenings(evalCase) }))
    .filter(({ how }) => how.length > 0);
  const more = weakened.slice(MOST_TOLD).map(({ id }) => id);
  return [
    ...weakened.slice(0, MOST_TOLD).map(({ id, how }) => {
      const words = `main tolerates no failure of case ${id}, and this change may weaken it: ${how.join('; ')}; ${LOOK}`;
      return open('guard_weakened', words, [id]);
    }),
    ...(more.length === 0 ? [] : [open('guard_weakened', `this change may also weaken ${named(more)}; ${LOOK}`, more)]),
  ];
}

const LOOK = 'needs a human review';

function weakenings({ input, lost, graders }: RewrittenCase): readonly string[] {
  return [
    ...(input ? ['its input changed'] : []),
    ...(lost === null ? [UNREADABLE] : lost.map(({ words }) => words)),
    ...(graders && lost !== null ? ['the files that its checks use changed, or may have changed'] : []),
  ];
}

const UNREADABLE = "its expectations are rewritten, and main's version can't be read";

function checkReasons(
  check: string,
  pairs: readonly PairWithMain[],
  changes: ReadonlyMap<string, RewrittenCase>,
): readonly Reason[] {
  const ids = pairs.filter((pair) => losesCheck(check, pair, changes.get(pair.id))).map(({ id }) => id);
  if (ids.length === 0) return [];
  const words = `main tolerates no failure of check ${check}, and this change drops or rewrites it in ${named(ids)}; ${LOOK}`;
  return [open('guard_weakened', words, ids)];
}

function losesCheck(check: string, pair: PairWithMain, change: RewrittenCase | undefined): boolean {
  if (pair.candidate === null) return hadCheck(check, pair);
  if (change === undefined) return false;
  return (
    change.lost === null ||
    change.lost.some((one) => one.check === check) ||
    ((check === 'custom' || check === 'commands') && change.graders && hadCheck(check, pair))
  );
}

function hadCheck(check: string, { main, compared }: PairWithMain): boolean {
  if (main !== null) return checksOf(main).has(check);
  const trials = compared?.baseline ? scoredTrials(compared.baseline) : [];
  return trials.some(({ checks }) => checks.some(({ name }) => name === check || name.startsWith(`${check}.`)));
}
