import type { Confirmation } from './confirmation/confirmation.ts';
import type { Findings } from './finding.ts';

/** What is known of a run beside its results: no verdict depends on it, only its words do. */
export interface Surroundings {
  /** Which cap of the budget ended it and what to mend, a sentence part; `null`: none did, or nobody said. */
  readonly ended_by: string | null;
  /** Whether pull requests are compared with its results, if it is a whole run of main. */
  readonly serves_as_baseline: boolean;
}

/** Everything that a decision goes by beside results and policy. */
export interface RunContext extends Surroundings, Omit<Findings, 'evidence'> {
  readonly today: Confirmation;
}

/** Of results that are read from a file. */
export const NOTHING_SAID: RunContext = {
  ended_by: null,
  serves_as_baseline: true,
  today: { kind: 'off' },
  base_rules: [],
  selection: null,
  circumstances: [],
  remark: null,
};
