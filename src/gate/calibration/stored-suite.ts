import { compare } from '#gate/baseline/comparison/compare.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { collectEvidence } from '#gate/decision/terms/collect-evidence.ts';
import { type GateTrial, type PairedCase, passes } from '#gate/decision/terms/evidence.ts';
import type { Policy } from '#gate/decision/terms/policy.ts';
import { type BetweenRuns, differingRuns } from '#statistics/counts/between-runs.ts';

/** A case of main with all its stored trials. */
export interface StoredCase {
  /** In the gate's form; its `baseline` are the stored trials, `runs` the number per run. */
  readonly item: PairedCase;
  /** The stored trials with the other outcome. */
  readonly turned: readonly GateTrial[];
  /** Share of the stored trials that passed. */
  readonly rate: number;
}

/** The stored trials of main, pooled. */
export interface StoredSuite {
  readonly cases: readonly StoredCase[];
  readonly runs: number;
  readonly left_out: readonly string[];
  /** How far the runs differ beyond chance; `null`: too few to know, or they don't. */
  readonly between: BetweenRuns | null;
}

/** A false statement must be rare: main is said to move in one of a hundred sets of runs that do not differ. */
const SAID_OF_NO_DRIFT = 0.01;

/**
 * Reads runs of main as the gate pools them, for the cases of the newest.
 *
 * @param newest also the first of `runs`
 * @param runs newest first
 */
export function storedSuite(newest: ResultsFile, runs: readonly ResultsFile[], policy: Policy): StoredSuite {
  const comparison = compare(newest, runs);
  const { paired } = collectEvidence(comparison, newest);
  const guarded = new Set(policy.never_fail);
  return {
    cases: paired.map((item) => ({
      item: {
        ...item,
        never_fail: item.never_fail || guarded.has(item.id) || item.tags.some((tag) => guarded.has(tag)),
      },
      turned: item.baseline.map((trial) => ({ ...trial, passed: !trial.passed })),
      rate: passes(item.baseline) / item.baseline.length,
    })),
    runs: comparison.pool.length,
    left_out: comparison.left_out,
    between: differingRuns(
      paired.map((item) => item.runs),
      SAID_OF_NO_DRIFT,
    ),
  };
}
