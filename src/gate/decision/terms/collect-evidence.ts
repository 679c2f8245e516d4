import { keyed } from '#common/keyed.ts';
import type { ComparedCase, Comparison } from '#gate/baseline/comparison/comparison.ts';
import { isSameCase } from '#gate/baseline/pairing/pair-cases.ts';
import {
  evidence,
  missingIndexes,
  pooledEvidence,
  runCounts,
  type ScoredTrial,
  scoredTrials,
  withoutRepeatedAnswers,
} from '#gate/baseline/results/evidence.ts';
import { criteriaOfTrials, passesByAudit } from '#gate/baseline/results/judged-trials.ts';
import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { lastLook } from '#trials/trial/looks.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type { CandidateCase, GateEvidence, GateTrial, PairedCase } from './evidence.ts';
import { type CostBasis, METRIC_NAMES, METRICS, type Metric } from './metrics.ts';

/**
 * Collects the evidence of a comparison, once: whoever asks again gets the same. The candidate's trials count up to the number its
 * case planned; those added beyond the last look belong to it.
 */
export function collectEvidence(comparison: Comparison, results: ResultsFile): GateEvidence {
  const known = COLLECTED.get(comparison);
  if (known?.of === results) return known.evidence;
  const evidence = collect(comparison, results);
  COLLECTED.set(comparison, { of: results, evidence });
  return evidence;
}

const COLLECTED = new WeakMap<Comparison, { readonly of: ResultsFile; readonly evidence: GateEvidence }>();

function collect(comparison: Comparison, results: ResultsFile): GateEvidence {
  const run: RunFacts = {
    complete: results.complete,
    in_rounds: results.agent.kind === 'suite',
    last: results.appended ? lastLook(results) : null,
    costs: costBasis(comparison),
  };
  const sides = comparison.cases.flatMap((item) => {
    if (item.candidate === null) return [];
    const trials = withoutRepeatedAnswers(scoredTrials(item.candidate));
    const here = candidateCase(item.candidate, tagsOf(item), run, trials);
    return [{ here, pair: pairedCase(item, here, comparison, run) }];
  });
  return {
    candidate: sides.map(({ here }) => here),
    paired: sides.flatMap(({ pair }) => pair ?? []),
    ...(isPart(results) && {
      selected: comparison.cases.map((item) => ({ tags: tagsOf(item), record: item.candidate })),
    }),
    ...(comparison.unaffected !== undefined && {
      unaffected: comparison.unaffected.map((item) => ({
        tags: tagsOf(item),
        criteria: criteriaOfTrials(pooledEvidence(item.runs).flat()),
        baseline: pooledEvidence(item.runs)
          .flat()
          .map((trial) => gateTrial(trial, run.costs, null)),
      })),
    }),
  };
}

/** Whether cases were chosen by name or tag. */
function isPart({ run: { inputs = {} } }: ResultsFile): boolean {
  return [inputs['cases'], inputs['tags']].some((chosen) => Array.isArray(chosen) && chosen.length > 0);
}

interface RunFacts {
  readonly complete: boolean;
  /** A runner made one trial of every case in each round. */
  readonly in_rounds: boolean;
  /** The look that all trials belong to; `null`: each to its own. */
  readonly last: number | null;
  readonly costs: CostBasis;
}

/** List prices, unless only the paid cost of a trial of main is known: both sides are read in the same way. */
function costBasis({ cases }: Comparison): CostBasis {
  const isPaidOnly = ({ usage }: TrialRecord) => usage.cost_usd !== null && (usage.list_cost_usd ?? null) === null;
  return cases.some(({ runs }) => pooledEvidence(runs).flat().some(isPaidOnly)) ? 'paid' : 'list';
}

/** The tags that a case has here or on main, each once: rules on tags count it under all of them. */
export function tagsOf({ candidate, baseline }: Pick<ComparedCase, 'candidate' | 'baseline'>): readonly string[] {
  return [...new Set([...(candidate?.tags ?? []), ...(baseline?.tags ?? [])])];
}

function pairedCase(
  item: ComparedCase,
  here: CandidateCase,
  { condition_differences }: Comparison,
  run: RunFacts,
): PairedCase | null {
  const { candidate, baseline, runs, regraded } = item;
  if (candidate === null || baseline === null || condition_differences.length > 0) return null;
  if (!isSameCase(candidate, baseline)) return null;
  const stored = pooledEvidence(runs);
  const main = stored.flat();
  if (main.length === 0) return null;
  const criteria = criteriaOfTrials([...candidate.trials, ...main]);
  const auditor = candidate.trials.find(({ audited }) => audited !== undefined)?.audited?.judge ?? null;
  return {
    // A replayed trial is none of the test's, but one of the floors'.
    ...(candidate.trials.some(({ source }) => source === 'replayed')
      ? candidateCase(candidate, tagsOf(item), run, evidence(candidate))
      : here),
    ...(criteria.length > 0 && { criteria }),
    baseline: stored.flatMap((trials, at) =>
      trials.map((trial) => gateTrial(trial, run.costs, auditor, roundOf(trial, at))),
    ),
    regraded,
    ...(run.costs === 'paid' && { paid_only: true }),
    runs: stored.map(runCounts),
  };
}

function candidateCase(
  item: CaseRecord,
  tags: readonly string[],
  { complete, last, costs, in_rounds: inRounds }: RunFacts,
  trials: readonly ScoredTrial[],
): CandidateCase {
  const planned = item.planned_trials;
  const criteria = criteriaOfTrials(item.trials);
  const readAt = (index: number) => Math.min(index, last ?? index);
  return {
    id: item.id,
    tags,
    scheduled: planned,
    ...(criteria.length > 0 && { criteria }),
    fixed: item.fixed_trials,
    never_fail: item.never_fail,
    missing: missingIndexes(item, complete).map((index) => {
      const place = inRounds ? item.trials.find((trial) => trial.index === index)?.place_in_process : undefined;
      return { index: readAt(index), ...(place !== undefined && { round: `0.${place}` }) };
    }),
    scored: item.trials.filter(({ index, outcome }) => index <= planned && outcome !== 'error').length,
    trials: trials
      .filter(({ index }) => index <= planned)
      .map((trial) => ({ ...gateTrial(trial, costs, null, roundOf(trial, 0)), index: readAt(trial.index) })),
  };
}

/** Only a runner's own tests are `reported`, and its rounds are what its process was given before. */
function roundOf({ checks, place_in_process: place }: ScoredTrial, run: number): string | null {
  return place !== undefined && checks[0]?.name === 'reported' ? `${run}.${place}` : null;
}

function gateTrial(
  trial: ScoredTrial,
  costs: CostBasis,
  auditor: string | null,
  round: string | null = null,
): GateTrial {
  const audit = passesByAudit(trial, auditor);
  return {
    index: trial.index,
    passed: trial.outcome === 'passed',
    record: trial,
    tool_recall: trial.tool_recall,
    ...keyed<Readonly<Record<Metric, number | null>>>(METRIC_NAMES, (metric) => METRICS[metric].valueOf(trial, costs)),
    ...(round !== null && { round }),
    ...(trial.completed === false && { broke_off: true }),
    ...(trial.cancelled_call !== undefined && { cancelled_call: trial.cancelled_call }),
    ...(trial.calls !== undefined && { calls: trial.calls }),
    ...(audit !== null && { audit }),
  };
}
