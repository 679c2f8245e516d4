import type { Remark } from '#trials/rows/row.ts';
import type { SetupState } from '../command/setup.ts';
import type { Discovery } from './discovery.ts';

/** What all openings of a runner know together: which tests there are, and what its rounds were like. */
export interface RunnerState extends SetupState {
  tests: Discovery | null;
  /** Whether `run_cases` runs what it is asked for, as far as it was seen. */
  filters: boolean;
  mostCalls: number;
  /** What the recorder saw in all rounds. */
  allCalls: number;
  readonly took_ms: number[];
  readonly remarks: Map<Remark, Set<string>>;
}

/** Nothing has run. */
export function newRunnerState(): RunnerState {
  return { is_done: false, tests: null, filters: true, mostCalls: 0, allCalls: 0, took_ms: [], remarks: new Map() };
}
