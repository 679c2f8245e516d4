import type { LeanResults } from '#gate/baseline/results/lean-results.ts';
import type { Findings } from './finding.ts';
import { type Fresh, NOTHING_FRESH } from './fresh.ts';

/** Facts of a run besides its results: only the words of a verdict depend on them, not the verdict. */
export interface Surroundings {
  /** Which cap of the budget ended it and how to fix that, a sentence part; `null`: none did, or unknown. */
  readonly ended_by: string | null;
  /** Whether pull requests are compared with its results, if it is a complete run of main. */
  readonly serves_as_baseline: boolean;
}

/** Cases that the change takes out of main's suite, or lets demand nothing, by main's own files. */
export interface GoneFromMain {
  readonly removed: readonly string[];
  readonly emptied: readonly string[];
}

/** Everything that a decision depends on besides results and policy. */
export interface RunContext extends Surroundings, Omit<Findings, 'evidence'> {
  readonly fresh: Fresh<LeanResults>;
  /** `null`: main's own files are not known. */
  readonly gone: GoneFromMain | null;
}

/** For results that are read from a file. */
export const NOTHING_SAID: RunContext = {
  ended_by: null,
  serves_as_baseline: true,
  fresh: NOTHING_FRESH,
  gone: null,
  base_rules: [],
  selection: null,
  circumstances: [],
  remark: null,
  main: 'main',
};
