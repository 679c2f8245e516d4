import { keyed } from '#common/keyed.ts';
import type { LeanComparedCase, LeanComparison } from '#gate/baseline/comparison/comparison.ts';
import { isSameCase } from '#gate/baseline/pairing/pair-cases.ts';
import {
  evidence,
  missingIndexes,
  pooledEvidence,
  runCounts,
  type ScoredTrial,
  scoredTrials,
} from '#gate/baseline/results/evidence.ts';
import { criteriaOfTrials, passesByAudit } from '#gate/baseline/results/judged-trials.ts';
import type { LeanCase, LeanResults } from '#gate/baseline/results/lean-results.ts';
import type { LeanTrial } from '#trials/trial/lean-trial.ts';
import { lastLook } from '#trials/trial/looks.ts';
import type { CandidateCase, GateEvidence, GateTrial, PairedCase } from './evidence.ts';
import { type CostBasis, METRIC_NAMES, METRICS, type Metric } from './metrics.ts';
import { ownAnswers } from './own-answers.ts';

/**
 * Collects the evidence of a comparison, once: whoever asks again gets the same. The candidate's trials count up to the number its
 * case planned; those added beyond the last look belong to it.
 */
export function collectEvidence(comparison: LeanComparison, results: LeanResults): GateEvidence {
  const known = COLLECTED.get(comparison);
  if (known?.of === results) return known.evidence;
  const evidence = collect(comparison, results);
  COLLECTED.set(comparison, { of: results, evidence });
  return evidence;
}

const COLLECTED = new WeakMap<LeanComparison, { readonly of: LeanResults; readonly evidence: GateEvidence }>();

function collect(comparison: LeanComparison, results: LeanResults): GateEvidence {
  const run: RunFacts = {
    complete: results.complete,
    in_rounds: results.agent.kind === 'suite',
    last: results.appended ? lastLook(results) : null,
    costs: costBasis(comparison),
  };
  const unrepeated = ownAnswers(results);
  const sides = comparison.cases.flatMap((item) => {
    if (item.candidate === null) return [];
    const trials = unrepeated(scoredTrials(item.candidate), item.runs);
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
function isPart({ run: { inputs = {} } }: LeanResults): boolean {
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
function costBasis({ cases }: LeanComparison): CostBasis {
  const isPaidOnly = ({ usage }: LeanTrial) => usage.cost_usd !== null && (usage.list_cost_usd ?? null) === null;
  return cases.some(({ runs }) => pooledEvidence(runs).flat().some(isPaidOnly)) ? 'paid' : 'list';
}

/** The tags that a case has here or on main, each once: rules on tags count it under all of them. */
export function tagsOf({ candidate, baseline }: Pick<LeanComparedCase, 'candidate' | 'baseline'>): readonly string[] {
  return [...new Set([...(candidate?.tags ?? []), ...(baseline?.tags ?? [])])];
}

function pairedCase(
  item: LeanComparedCase,
  here: CandidateCase,
  { condition_differences }: LeanComparison,
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
      trials.map((trial) => gateTrial(trial, run.costs, auditor, roundOf(trial, run, at))),
    ),
    regraded,
    ...(run.costs === 'paid' && { paid_only: true }),
    runs: stored.map(runCounts),
  };
}

function candidateCase(
  item: LeanCase,
  tags: readonly string[],
  run: RunFacts,
  trials: readonly ScoredTrial[],
): CandidateCase {
  const { complete, last, costs } = run;
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
      const round = roundOf(
        item.trials.find((trial) => trial.index === index),
        run,
        0,
      );
      return { index: readAt(index), ...(round !== null && { round }) };
    }),
    scored: item.trials.filter(({ index, outcome }) => index <= planned && outcome !== 'error').length,
    trials: trials
      .filter(({ index }) => index <= planned)
      .map((trial) => ({ ...gateTrial(trial, costs, null, roundOf(trial, run, 0)), index: readAt(trial.index) })),
  };
}

/** The rounds of a suite's own runner are what its process was given before. */
function roundOf(trial: LeanTrial | undefined, { in_rounds }: RunFacts, run: number): string | null {
  const place = in_rounds ? trial?.place_in_process : undefined;
  return place === undefined ? null : `${run}.${place}`;
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
