import { byCaseKey, compareIds, sortedById } from '#gate/baseline/pairing/pair-cases.ts';
import type { LeanCase, LeanResults } from '#gate/baseline/results/lean-results.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';

/** Most judged trials of a case in a pool. */
export const MOST_POOLED_TRIALS = 50;

/** A case of main with its trials from a pool's runs. */
export interface PooledCase {
  /** The nearest run's record of it, with the trials of every run that counts: nearest run first, by index within a run. */
  readonly record: LeanCase;
  /** Index in the pool of the nearest run that has it. */
  readonly nearest: number;
  /** Since when its trials count, according to that run's epoch; `null`: since the epoch began. */
  readonly since: string | null;
  /** The same trials by run, as long as the pool. */
  readonly runs: readonly (readonly LeanTrial[])[];
}

/**
 * The cases of a pool. Records of two runs are of one case if their hashes are equal, under one id or, renamed, under another;
 * trials from before the case last changed on main don't count, nor do those beyond the plan that confirmed a failure. For each
 * case the nearest {@link MOST_POOLED_TRIALS} judged trials count.
 *
 * @param pool nearest first
 * @returns the cases of the nearest run by id, then those that only farther runs have
 */
export function poolCases(pool: readonly LeanResults[]): readonly PooledCase[] {
  const known = new Map<string, Gathered[]>();
  const all: Gathered[] = [];
  for (const [place, run] of pool.entries()) {
    for (const [key, records] of byCaseKey(sortedById(run.cases))) {
      const { joined, unknown } = match(records, known.get(key) ?? []);
      for (const [record, item] of joined) if (sinceOf(run, record) === item.since) add(item, record, place);
      const additions = unknown.map((record) => begin(record, place, sinceOf(run, record), pool.length));
      known.set(key, [...(known.get(key) ?? []), ...additions]);
      all.push(...additions);
    }
  }
  return all
    .toSorted((left, right) => left.nearest - right.nearest || compareIds(left.record.id, right.record.id))
    .map(({ record, planned, nearest, since, runs }) => ({
      record: { ...record, planned_trials: planned, trials: runs.flat() },
      nearest,
      since,
      runs,
    }));
}

/** A case during the reading of its runs. */
interface Gathered {
  readonly record: LeanCase;
  readonly nearest: number;
  readonly since: string | null;
  readonly runs: (readonly LeanTrial[])[];
  /** The largest plan of the counted runs, so that a farther run's trials do not count as trials beyond the plan. */
  planned: number;
  judged: number;
}

function begin(record: LeanCase, nearest: number, since: string | null, runs: number): Gathered {
  const item: Gathered = {
    record,
    nearest,
    since,
    runs: Array.from({ length: runs }, () => []),
    planned: 1,
    judged: 0,
  };
  add(item, record, nearest);
  return item;
}

function add(item: Gathered, record: LeanCase, place: number): void {
  const trials: LeanTrial[] = [];
  for (const trial of inOrder(record.trials)) {
    if (item.judged === MOST_POOLED_TRIALS) break;
    if (trial.index > record.planned_trials) continue;
    trials.push(trial);
    if (trial.outcome !== 'error' && trial.source !== 'replayed') item.judged += 1;
  }
  item.runs[place] = trials;
  if (trials.length > 0) item.planned = Math.max(item.planned, record.planned_trials);
}

/** By index. Files usually list them in this order, so there is nothing to sort. */
function inOrder(trials: readonly LeanTrial[]): readonly LeanTrial[] {
  const sorted = trials.every(({ index }, i) => i === 0 || index > (trials[i - 1]?.index ?? 0));
  return sorted ? trials : trials.toSorted((left, right) => left.index - right.index);
}

/** Copies of one case have equal hashes: equal ids belong together, then the rest in the order of their ids. */
function match(
  records: readonly LeanCase[],
  items: readonly Gathered[],
): { readonly joined: readonly (readonly [LeanCase, Gathered])[]; readonly unknown: readonly LeanCase[] } {
  if (items.length === 0) return { joined: [], unknown: records };
  const byId = new Map(items.map((item) => [item.record.id, item]));
  const joined: (readonly [LeanCase, Gathered])[] = [];
  const left: LeanCase[] = [];
  for (const record of records) {
    const item = byId.get(record.id);
    if (item === undefined) left.push(record);
    else joined.push([record, item]);
    byId.delete(record.id);
  }
  const free = [...byId.values()];
  for (const [i, item] of free.slice(0, left.length).entries()) {
    const record = left[i];
    if (record !== undefined) joined.push([record, item]);
  }
  return { joined, unknown: left.slice(free.length) };
}

function sinceOf({ epoch }: LeanResults, { id }: LeanCase): string | null {
  if (epoch === null || !Object.hasOwn(epoch.cases, id)) return null;
  return epoch.cases[id] ?? null;
}
