import type { CaseRecord, ResultsFile, RunReference } from '#domain/baseline/results-file.ts';
import type { Case } from '#domain/suite/case.ts';
import { expectHash, inputHash } from '#domain/suite/case-hashes.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import type { RunFacts } from '../collecting/collect-results.ts';
import type { LoadedSuite } from '../loading/load-suite.ts';

/** What an earlier run of the same commit hands on. */
export interface EarlierTrials {
  /** By case id. */
  readonly trials: ReadonlyMap<string, readonly TrialRecord[]>;
  /** Its looks, which stay as they were planned. */
  readonly looks: readonly number[];
  /** It had a verdict: this run adds trials up to the last look and reads that alone. */
  readonly decided: boolean;
  /** What it was compared with. */
  readonly baseline_runs: readonly RunReference[];
  /** What main did at its time, where a failure was confirmed: it is not asked again for what it answered. */
  readonly confirmation: ResultsFile | null;
}

/**
 * The trials of an earlier run of the same commit, which count whatever they gave: else a check could be run again until it is green.
 * `problem`: a sentence that says why they can't.
 */
export function earlierTrials(
  earlier: ResultsFile,
  confirmation: ResultsFile | null,
  suite: LoadedSuite,
  facts: Pick<RunFacts, 'commit'>,
): EarlierTrials | { readonly problem: string } {
  const differing = [
    ...(earlier.commit.sha === null || earlier.commit.sha !== facts.commit.sha ? ['commit'] : []),
    ...(earlier.run.side === 'candidate' ? [] : ['side']),
    ...(earlier.config.hash === suite.config_hash ? [] : ['config']),
    ...(earlier.agent.key === suite.conditions.hash ? [] : ['conditions']),
    ...(earlier.agent.treatment_hash === suite.treatment.hash ? [] : ['agent']),
  ];
  if (differing.length > 0) {
    return {
      problem: `Results of an earlier run of this commit are not taken over: they differ in ${differing.join(', ')}`,
    };
  }
  const known = new Map(earlier.cases.map((item) => [item.id, item]));
  return {
    trials: new Map(
      suite.cases.flatMap((one): (readonly [string, readonly TrialRecord[]])[] => {
        const item = known.get(one.id);
        return item === undefined || !isOf(item, one, suite) ? [] : [[one.id, countable(item)]];
      }),
    ),
    looks: earlier.looks,
    decided: earlier.complete,
    baseline_runs: earlier.baseline_runs,
    confirmation,
  };
}

function isOf(item: CaseRecord, one: Case, { grader_hashes: graders }: LoadedSuite): boolean {
  return (
    item.input_hash === inputHash(one) &&
    item.expect_hash === expectHash(one) &&
    item.grader_hash === (graders.get(one.id) ?? null)
  );
}

/** Judged trials that are evidence. What their agent said lies in the artifact of the earlier run. */
function countable({ trials }: CaseRecord): readonly TrialRecord[] {
  return trials
    .filter(({ outcome, source }) => outcome !== 'error' && source !== 'replayed')
    .map((trial) => ({ ...trial, trajectory: null, trajectory_state: 'absent' }));
}
