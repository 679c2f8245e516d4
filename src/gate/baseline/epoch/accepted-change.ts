import type { Accept } from '#cases/suite/accept.ts';
import { canonicalJson } from '#common/json.ts';
import type { PoolPair } from '#gate/baseline/pool/pair-with-pool.ts';
import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import { BEHAVIOUR_ALPHA, compareBehaviour } from '#gate/behaviour/compare-behaviour.ts';
import { reaches } from '#statistics/beyond.ts';
import { mean } from '#statistics/mean.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';
import type { StoredCall } from '#trials/trial/stored-calls.ts';

/** What a merged change was allowed to make worse, and did. */
export interface AcceptedChange {
  /** Cases by id; their earlier trials no longer say anything about main. */
  readonly cases: readonly string[];
  /** Metrics of the suite or a tag, by name: with them every earlier trial is of another main. */
  readonly metrics: readonly string[];
}

/**
 * Accepts that came with a run of main and that show in it: what was accepted is from here on what changes are compared with, so
 * earlier trials must not count. One that came without effect changes nothing.
 */
export function acceptedChange(run: LeanResults, nearest: LeanResults, pairs: readonly PoolPair[]): AcceptedChange {
  const known = new Set(nearest.accepts?.entries.map((entry) => canonicalJson({ ...entry })));
  const fresh = (run.accepts?.entries ?? []).filter((entry) => !known.has(canonicalJson({ ...entry })));
  const showing = fresh.filter((entry) =>
    'metric' in entry && entry.metric === 'behaviour' ? behavesOtherwise(pairs) : worsening(entry, pairs) > 0,
  );
  return {
    cases: showing.flatMap((entry) => ('case' in entry ? [entry.case] : [])),
    metrics: showing.flatMap((entry) => ('metric' in entry ? [entry.metric] : [])),
  };
}

/** By how much it got worse, on the mean of the cases that both sides have; 0: unknown. */
function worsening(entry: Accept, pairs: readonly PoolPair[]): number {
  const read = 'case' in entry ? passesOf : valueOfMetric(entry.metric);
  const changes = pairs.flatMap(({ candidate, pooled }) => {
    if (candidate === null || pooled === null || !isNamed(entry, candidate)) return [];
    const [now, before] = [candidate.trials, pooled.runs.flat()].map((trials) => mean(trials.flatMap(read)));
    return typeof now === 'number' && typeof before === 'number' ? [now - before] : [];
  });
  const change = mean(changes) ?? 0;
  return isRate(entry) ? -change : change;
}

/** Whether the run calls its tools otherwise than the runs before it. */
function behavesOtherwise(pairs: readonly PoolPair[]): boolean {
  const cases = pairs.flatMap(({ candidate, pooled }) => {
    if (candidate === null || pooled === null) return [];
    return [{ id: candidate.id, main: reportedCalls(pooled.runs.flat()), here: reportedCalls(candidate.trials) }];
  });
  return reaches(compareBehaviour(cases).p, BEHAVIOUR_ALPHA);
}

function reportedCalls(trials: readonly LeanTrial[]): readonly (readonly StoredCall[])[] {
  return trials.flatMap(({ outcome, calls }) => (outcome === 'error' || calls == null ? [] : [calls]));
}

function isNamed(entry: Accept, { id, tags }: { readonly id: string; readonly tags: readonly string[] }): boolean {
  return 'case' in entry ? entry.case === id : entry.tag === null || tags.includes(entry.tag);
}

function isRate(entry: Accept): boolean {
  return 'case' in entry || entry.metric === 'pass_rate' || entry.metric === 'tool_recall';
}

function passesOf({ outcome }: LeanTrial): readonly number[] {
  return outcome === 'error' ? [] : [outcome === 'passed' ? 1 : 0];
}

function valueOfMetric(metric: string): (trial: LeanTrial) => readonly number[] {
  if (metric === 'pass_rate') return passesOf;
  return (trial) => {
    const { tool_recall, latency_ms, usage } = trial;
    const values: Readonly<Record<string, number | null>> = {
      tool_recall,
      latency_ms,
      total_tokens: usage.total_tokens,
      cost_usd: usage.list_cost_usd ?? usage.cost_usd,
    };
    const value = Object.hasOwn(values, metric) ? values[metric] : null;
    return trial.outcome === 'error' || value === null || value === undefined ? [] : [value];
  };
}
