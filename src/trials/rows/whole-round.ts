import { groupBy } from '#common/group-by.ts';
import type { Damage, Row, RowScore, RowsProblem, RowsReading } from './row.ts';

/** A round that counts. */
export interface WholeRound {
  readonly kind: 'whole';
  /** Rows with an outcome by their name; repeats of one test in their order. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
  /** Names of tests that were not run. */
  readonly skipped: readonly string[];
}

/** What one round came to: its rows, why it does not count, or why no round could. */
export type Round =
  | WholeRound
  | { readonly kind: 'void'; readonly damage: readonly [Damage, ...Damage[]] }
  | { readonly kind: 'unusable'; readonly problem: RowsProblem };

/** The lowest score that passes, for every scorer or by its name. */
export type MinScore = number | { readonly [scorer: string]: number };

/** A round is whole or void: one test that is missing where others ran would look like a test that does not exist. */
export function roundOf(reading: RowsReading, min_score: MinScore | null): Round {
  if ('problem' in reading) return { kind: 'unusable', problem: reading.problem };
  const [first, ...more] = reading.damage;
  if (first !== undefined) return { kind: 'void', damage: [first, ...more] };
  const ran = reading.rows.filter(({ outcome }) => outcome !== 'skipped').map((row) => settleRow(row, min_score));
  const open = ran.find(({ outcome }) => outcome === 'scored');
  if (open !== undefined)
    return { kind: 'unusable', problem: { code: 'no_outcome', id: open.id, has_scores: open.scores.length > 0 } };
  const skipped = reading.rows.filter(({ outcome }) => outcome === 'skipped').map(({ id }) => id);
  if (ran.length === 0) return { kind: 'unusable', problem: { code: 'no_test_ran', skipped: skipped.length } };
  return { kind: 'whole', rows: groupBy(ran, ({ id }) => id), skipped };
}

/** A row with scores alone passed if each of them is enough; one without any has no outcome. */
function settleRow(row: Row, min_score: MinScore | null): Row {
  if (row.outcome !== 'scored' || row.scores.length === 0 || min_score === null) return row;
  const scores = row.scores.map((score) => ({ ...score, passed: isEnough(score, min_score) }));
  const short = scores.find(({ passed }) => !passed);
  const message = short === undefined ? row.message : (row.message ?? `${short.name} is ${short.score ?? 'missing'}`);
  return { ...row, outcome: short === undefined ? 'passed' : 'failed', message, scores };
}

function isEnough({ name, score }: RowScore, min_score: MinScore): boolean {
  const least = typeof min_score === 'number' ? min_score : min_score[name];
  // A scorer that the config does not name decides nothing.
  return least === undefined || (score !== null && score >= least);
}
