import type { CaseRecord, ResultsFile } from '#gate/baseline/results/results-file.ts';
import { resultsFile, trialRecord } from '#test/support/results.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/** What a test says about a run of main; the rest is that of an ordinary one. */
export interface MainFacts extends Partial<Omit<ResultsFile, 'agent' | 'commit' | 'run'>> {
  readonly sha?: string | null;
  readonly run_id?: string | null;
  readonly agent?: Partial<ResultsFile['agent']>;
  readonly commit?: Partial<ResultsFile['commit']>;
}

/** A run of main made on that day of January; commit and run are named after the day. */
export function mainRun(day: number, cases: readonly CaseRecord[] = [], facts: MainFacts = {}): ResultsFile {
  const { sha = `sha-${day}`, run_id = `run-${day}`, agent = {}, commit = {}, ...rest } = facts;
  const plain = resultsFile(cases);
  return {
    ...plain,
    created_at: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
    run: { ...plain.run, id: run_id, side: 'baseline' },
    ...rest,
    commit: { ...plain.commit, sha, ...commit },
    agent: { ...plain.agent, ...agent },
  };
}

/** One trial for each letter, indices from 1: `p` passed, `f` failed, `e` error. */
export function trialsOf(letters: string): TrialRecord[] {
  return [...letters].map((letter, i) =>
    trialRecord({ index: i + 1, outcome: letter === 'p' ? 'passed' : letter === 'f' ? 'failed' : 'error' }),
  );
}

/** The letters of {@link trialsOf}. */
export function lettersOf(trials: readonly TrialRecord[]): string {
  return trials.map(({ outcome }) => outcome.slice(0, 1)).join('');
}
