import type { TrialRecord } from '#trials/trial/trial-record.ts';

/**
 * The trials of one case from several runs, sorted by index: those of the first unchanged, further ones of other runs under the
 * next free indexes. A trial that one run reused from another is one trial.
 *
 * @param runs the case's trials, run by run
 */
export function uniteTrials(runs: readonly (readonly TrialRecord[])[]): readonly TrialRecord[] {
  const identify = runs.flat().every(({ started_at }) => started_at !== '') ? identityOf : leanIdentity;
  const united = new Map<number, TrialRecord>();
  const known = new Set<string>();
  for (const trials of runs) {
    const counts = new Map<string, number>();
    for (const trial of trials) {
      const identity = identify(trial);
      const count = (counts.get(identity) ?? 0) + 1;
      counts.set(identity, count);
      // Counted, because lean trials of one run may be equal.
      const key = `${identity} ${count}`;
      if (known.has(key)) continue;
      known.add(key);
      const index = united.has(trial.index) ? freeIndex(united) : trial.index;
      united.set(index, { ...trial, index });
    }
  }
  return [...united.values()].sort((left, right) => left.index - right.index);
}

/** Without the index, which a union changes; the seed identifies it. An imported trial is the same in every importing run. */
function identityOf(trial: TrialRecord): string {
  const { run_attempt, seed, started_at, duration_ms, outcome, output_hash, tools_hash, latency_ms } = trial;
  return JSON.stringify(
    trial.source === 'imported'
      ? [seed, outcome, output_hash, tools_hash, latency_ms]
      : [run_attempt, seed, started_at, duration_ms],
  );
}

/** As far as lean results allow: they lack times, seeds and hashes. */
function leanIdentity({ run_attempt, outcome, latency_ms, steps, usage, response_ids_hash }: TrialRecord): string {
  return JSON.stringify([run_attempt, outcome, latency_ms, steps, usage.total_tokens, response_ids_hash ?? null]);
}

function freeIndex(taken: ReadonlyMap<number, unknown>): number {
  let index = 1;
  while (taken.has(index)) index += 1;
  return index;
}
