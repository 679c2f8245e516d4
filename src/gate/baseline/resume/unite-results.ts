import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { lastLook } from '#trials/trial/looks.ts';
import { unitedIncident } from '#trials/trial/provider-incident.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/**
 * Combines runs of one content that did not know each other: no trial of any is dropped, because a choice among them could pick
 * the greenest. The verdict is made again, from all trials at once and at the last look, as if each had been appended to the one
 * before. Facts of a run as a whole are the oldest one's, its looks included: they were fixed before the first trial. Runs of
 * main, which have no verdict of their own, get a later last look if the case with the most trials needs it.
 *
 * @param runs at least one, in any order, whose cases of one id are the same; a single one is returned unchanged
 */
export function uniteResults(runs: readonly [ResultsFile, ...ResultsFile[]]): ResultsFile {
  const inOrder = runs.toSorted((left, right) => Date.parse(left.created_at) - Date.parse(right.created_at));
  const [oldest = runs[0], ...others] = inOrder;
  if (others.length === 0) return oldest;
  const known = new Map<string, KnownCase[]>();
  for (const results of [oldest, ...others])
    for (const item of results.cases) known.set(item.id, [...(known.get(item.id) ?? []), { results, item }]);
  const cases = [...known.values()].flatMap(uniteCase);
  const isCandidate = oldest.run.side === 'candidate';
  const most = cases.reduce((most, item) => Math.max(most, item.planned_trials), Math.max(...runs.map(lastLook)));
  const last = isCandidate ? lastLook(oldest) : most;
  const seen = inOrder.filter((run, at) => !inOrder.slice(at + 1).some((later) => tookOver(later, run)));
  const incident = unitedIncident(seen.flatMap((run) => run.incident ?? []));
  return {
    ...oldest,
    looks: [...oldest.looks.slice(0, -1).filter((look) => look < last), last],
    stop: { look: last, reason: 'cap' },
    complete: runs.some(({ complete }) => complete),
    appended: true,
    ...(incident && { incident }),
    cases,
  };
}

/** Trials of a case in all when a run is added to: those of the last look, or what an earlier addition planned. */
export function fullPlan(results: Pick<ResultsFile, 'appended' | 'looks'>, item: CaseRecord): number {
  return results.appended || item.fixed_trials ? item.planned_trials : lastLook(results);
}

/** Whether a run has trials of another one: then it also tells what the provider did in them. */
function tookOver(later: ResultsFile, earlier: ResultsFile): boolean {
  const identities = ({ cases }: ResultsFile) =>
    cases.flatMap(({ id, trials }) => trials.map((trial) => `${id} ${identityOf(trial)}`));
  const known = new Set(identities(later));
  return identities(earlier).some((identity) => known.has(identity));
}

interface KnownCase {
  readonly results: ResultsFile;
  readonly item: CaseRecord;
}

function uniteCase(known: readonly KnownCase[]): readonly CaseRecord[] {
  const [first] = known;
  if (first === undefined) return [];
  const trials = uniteTrials(known.map(({ item }) => item.trials.filter(isEvidence)));
  const planned = known.map(({ results, item }) => fullPlan(results, item));
  return [{ ...first.item, planned_trials: Math.max(...planned, trials.at(-1)?.index ?? 0), trials }];
}

/** A trial that must run again, or is invalid, must not take the index of a valid one. */
function isEvidence({ outcome, source }: CaseRecord['trials'][number]): boolean {
  return outcome !== 'error' && source !== 'replayed';
}

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
