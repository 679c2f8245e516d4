import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { CaseRecord } from '#gate/baseline/results/results-file.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { parseTrajectoryLine } from '#trials/trial/stored-trajectory.ts';
import { trajectoryHash } from '#trials/trial/trajectory-hash.ts';
import type { Trial } from '#trials/trial/trial.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** A stored trial whose every step can be read. */
export interface SeenTrial {
  readonly run: StoredRun;
  readonly case_record: CaseRecord;
  readonly record: TrialRecord;
  readonly trial: Trial;
  /** Of its trajectory, as labels name it. */
  readonly hash: string;
  /** Its line, as stored. */
  readonly line: string;
}

/**
 * The stored trials of runs whose trajectories are there, also those with masked secrets: people and stored verdicts need no
 * more.
 *
 * @throws Error whose message follows "its trajectories"
 */
export async function* seenTrials(
  runs: readonly StoredRun[],
  baselines: Pick<BaselineStore, 'trajectories'>,
): AsyncGenerator<SeenTrial> {
  for (const run of runs) {
    const records = new Map(
      run.results.cases.flatMap((case_record) =>
        case_record.trials.map((record) => [record.trajectory, { case_record, record }] as const),
      ),
    );
    for await (const text of baselines.trajectories(run)) {
      const line = parseTrajectoryLine(text);
      const entry = line === null ? undefined : records.get(line.id);
      if (line === null || line.state === 'truncated' || entry === undefined) continue;
      const { trajectory, end } = line;
      const { index, seed, source, started_at, duration_ms, wait_ms, tries } = entry.record;
      const facts = { index, seed, source, started_at, duration_ms, wait_ms, tries };
      const trial = { case_id: entry.case_record.id, ...facts, trajectory, end };
      yield { run, ...entry, trial, hash: trajectoryHash(trajectory), line: text };
    }
  }
}
