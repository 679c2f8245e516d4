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
  /** Rows of its rounds that are no trial yet. */
  unasked: number;
  readonly took_ms: number[];
  readonly remarks: Map<Remark, Set<string>>;
}

/** Nothing has run. */
export function newRunnerState(): RunnerState {
  const counts = { mostCalls: 0, allCalls: 0, unasked: 0 };
  return { ...counts, is_done: false, tests: null, filters: true, took_ms: [], remarks: new Map() };
}
