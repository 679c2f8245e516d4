import { type LoadedSuite, suiteSize } from '#config/loaded-suite.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { mergeShards } from '#gate/baseline/shards/merge-shards.ts';
import { shardProblems } from '#gate/baseline/shards/shard-problems.ts';
import { stagesUpTo } from '#gate/decision/terms/stages.ts';
import { redactResults } from '#report/redaction/redact-data.ts';
import { collectResults } from '#runner/results/collect-results.ts';
import type { Execution } from '#runner/trials/execute-suite.ts';
import { planLooks } from '#trials/trial/looks.ts';
import { trialNumbers } from '#trials/trial/trial-range.ts';
import type { MergeRequest } from './merge-request.ts';
import { type MergeStop, whyStopped } from './merge-stop.ts';
import type { FoundShards } from './stored-shards.ts';

/** All shards as one run; if they can't be combined, that run without trials, and why. */
export interface UnitedRun {
  readonly results: ResultsFile;
  readonly stop: MergeStop | null;
}

/**
 * Combines shards.
 *
 * @param baseline the runs of main that the whole is compared with
 * @param tries_again both commits can be tried again in this job
 * @param startedAt milliseconds since 1970
 */
export function uniteShards(
  request: MergeRequest,
  collection: FoundShards,
  baseline: BaselineLookup,
  { startedAt, tries_again }: { readonly startedAt: number; readonly tries_again: boolean },
): UnitedRun {
  const whole = redactResults(wholeRun(request, collection, baseline, startedAt), request.redact);
  const stop = whyStopped(collection, shardProblems(whole, collection.shards));
  if (stop !== null) return { results: whole, stop };
  const shards = collection.shards.map(({ results }) => results);
  const merged = mergeShards(whole, shards);
  const hasMain =
    baseline.kind === 'found' && baseline.target_sha !== null && request.suite.config.agent.kind !== 'recorded';
  const is_chosen = shards.length > 1 && tries_again && hasMain && request.facts.run.side === 'candidate';
  return { results: { ...merged, ...(is_chosen && { again: lastStage(request.suite) }) }, stop };
}

/** This run before its first trial. */
function wholeRun(
  { suite, trials, facts }: MergeRequest,
  { shards }: FoundShards,
  baseline: BaselineLookup,
  now: number,
): ResultsFile {
  const runs = facts.run.side === 'baseline' || baseline.kind === 'none' ? [] : baseline.runs;
  const time = new Date(now).toISOString();
  const numbers = trialNumbers(trials ?? suite.config.trials, suiteSize(suite));
  const look = numbers.once;
  const [only, ...others] = shards;
  const triesAgain = others.length === 0 && only?.results.again !== undefined;
  return collectResults(
    suite,
    NOTHING_RAN,
    {
      looks: triesAgain ? planLooks(numbers) : [look],
      ...(triesAgain && { again: lastStage(suite) }),
      look,
      planned: new Map(),
      appended: false,
      baseline_runs: runs.map(({ sha, results }) => ({ run_id: results.run.id, sha })),
      epoch: null,
    },
    facts,
    { created_at: time, finished_at: time },
  );
}

/** The one stage of fresh trials in a job of its own. */
function lastStage({ config }: LoadedSuite): readonly number[] {
  return stagesUpTo(config.again, config.gate.method).slice(-1);
}

/** The merging job's own execution: none. */
export const NOTHING_RAN: Execution = {
  records: new Map(),
  evidence: new Map(),
  cancelled: false,
  exhausted: null,
  unavailable: null,
};
