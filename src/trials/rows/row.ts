import type { JsonObject } from '#common/json.ts';
import type { RowMapping } from './row-mapping.ts';

/** What a runner says of one test of one round. */
export interface Row {
  /** Its name as the runner gives it: that of the case. */
  readonly id: string;
  /** What its runner calls it within its file. */
  readonly title: string;
  /** The file that says what is expected, from the folder of the config; `null`: the runner names none. */
  readonly file: string | null;
  /**
   * `scored`: it has scores alone, and the config says which of them pass. `error`: not the agent's fault, so the trial is missing.
   * `skipped`: it did not run, so it is no case.
   */
  readonly outcome: 'passed' | 'failed' | 'scored' | 'error' | 'skipped';
  /** Whose fault an `error` is; absent: nobody says. */
  readonly fault?: RowFault;
  /** The first message of a test that did not pass; untrusted. */
  readonly message: string | null;
  readonly scores: readonly RowScore[];
  /** `null`: the runner does not say. */
  readonly latency_ms: number | null;
  /** What it says of its turn, in the fields of the agent protocol. */
  readonly turn: JsonObject;
  /** Worth a note, though its outcome stands. */
  readonly remark?: Remark;
}

/** Whose fault it is that a trial is missing: of what judges answers, of the model's provider, or of what the tests run in. */
export type RowFault = 'judge' | 'provider' | 'sandbox';

/**
 * What should still be mended though it counts: a test that could not clean up, checks nothing, is named by its place alone, shares its name
 * with others, or is repeated more often than others; a message that no row has; a runner that ended well although tests failed; a filter that
 * does not find a test.
 */
export type Remark =
  | 'not_selected'
  | 'teardown_failed'
  | 'no_assertion'
  | 'numbered'
  | 'same_name'
  | 'unequal_repeats'
  | 'ended_well'
  | 'no_message';

/** A test of a runner. */
export interface RunnerTest {
  readonly name: string;
  /** Where it says what it expects, from the folder of the config; `null`: nobody knows. */
  readonly file: string | null;
  /** How often every test runs in a round. */
  readonly repeats: number;
}

/** What one scorer said. */
export interface RowScore {
  readonly name: string;
  /** 0–1; `null`: it gave none. */
  readonly score: number | null;
  readonly reason: string | null;
  /** Whether it is enough; absent: the row has an outcome. */
  readonly passed?: boolean;
}

/** Why a round does not count, by a code: some of its tests can't be trusted, or are not there. */
export interface DamageFacts {
  readonly no_file: { readonly exit: string };
  readonly unreadable_file: { readonly problem: string };
  /** `whole`: it ends as a whole file does. */
  readonly cut: { readonly problem: string; readonly whole: boolean };
  /** `at`: the first place that a file of the format has otherwise. */
  readonly other_format: { readonly actual: string | null; readonly format: string; readonly at?: string };
  readonly bad_row: { readonly row: string; readonly field: string; readonly value: string; readonly needed: string };
  /** `has`: keys that are there; `found`: what the path leads to, if to something else than it must. */
  readonly no_path: {
    readonly key: string;
    readonly path: string;
    readonly has: readonly string[];
    readonly found: string | null;
  };
  readonly none_newer: { readonly glob: string; readonly older: number; readonly exit: string };
  readonly outside: { readonly path: string };
  readonly too_many_rows: { readonly most: number };
  readonly not_loaded: { readonly file: string; readonly problem: string };
  readonly hook_failed: { readonly file: string | null; readonly left_out: number };
  readonly pending: { readonly tests: readonly string[]; readonly why: 'killed' | 'ended' };
  readonly exit_code: { readonly exit: number };
  readonly stopped_early: { readonly ran: number; readonly of: number };
  readonly count: { readonly counted: number; readonly tests: number; readonly file: string | undefined };
  readonly unseen_failure: { readonly counted: number; readonly file: string | undefined };
  readonly stale: { readonly written: string };
  readonly not_ended: { readonly status: string; readonly tests: number; readonly of: number };
  readonly unhandled_error: { readonly problem: string };
  readonly ended_badly: { readonly exit: string; readonly words: string };
  readonly no_test_ran: { readonly skipped: number };
  /** `has`: keys of its row that say nothing of its outcome. */
  readonly no_outcome: { readonly id: string; readonly has_scores: boolean; readonly has: readonly string[] };
  readonly cached: object;
  readonly mixed_up: { readonly name: string; readonly file: string };
  readonly other_names: { readonly unknown: readonly string[]; readonly gone: readonly string[]; readonly of: number };
  readonly no_model_call: { readonly before: number };
  readonly timeout: { readonly limit_ms: number };
  readonly not_started: { readonly message: string };
  readonly not_cleared: { readonly why: string };
}

/** Why a round does not count. */
export type Damage = {
  readonly [Code in keyof DamageFacts]: { readonly code: Code } & DamageFacts[Code];
}[keyof DamageFacts];

/** Where a file comes from. */
export interface RowsPlace {
  /** The folder of the config, absolute, with `/`: paths are made relative to it. */
  readonly root: string;
  /** When the round began, milliseconds since 1970; absent: unknown. */
  readonly began?: number;
  /** How a team's own file is read; absent: the format says it. */
  readonly rows?: RowMapping;
}
