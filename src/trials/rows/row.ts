import type { JsonObject } from '#common/json.ts';

/** What a runner says of one test of one round. */
export interface Row {
  /** Its name as the runner gives it: that of the case. */
  readonly id: string;
  /** The file that says what is expected, from the folder of the config; `null`: the runner names none. */
  readonly file: string | null;
  /**
   * `scored`: it has scores alone, and the config says which of them pass. `error`: the machinery's fault, so the trial is missing. `skipped`:
   * it did not run, so it is no case.
   */
  readonly outcome: 'passed' | 'failed' | 'scored' | 'error' | 'skipped';
  /** The fault of an `error` is the judge's; the machinery's if absent. */
  readonly fault?: 'judge';
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

/** A test that counts, and should still be mended: it could not clean up, checks nothing, or is named by its place alone. */
export type Remark = 'teardown_failed' | 'no_assertion' | 'numbered';

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
  readonly cut: { readonly problem: string };
  readonly not_loaded: { readonly file: string; readonly problem: string };
  readonly hook_failed: { readonly file: string | null; readonly left_out: number };
  readonly pending: { readonly tests: readonly string[] };
  readonly exit_code: { readonly exit: number };
  readonly stopped_early: { readonly ran: number; readonly of: number };
  readonly count: { readonly counted: number; readonly tests: number };
  readonly stale: { readonly written: string };
  readonly not_ended: { readonly status: string; readonly tests: number; readonly of: number };
  readonly unhandled_error: { readonly problem: string };
  readonly others_ran: { readonly of: number };
  readonly no_model_call: { readonly before: number };
  readonly timeout: { readonly limit_ms: number };
}

/** What no further round would mend, by a code. */
export interface ProblemFacts {
  readonly not_started: { readonly message: string };
  readonly other_names: { readonly differing: number; readonly of: number; readonly examples: readonly string[] };
  readonly other_format: { readonly actual: string | null; readonly format: string };
  readonly no_test_ran: { readonly skipped: number };
  readonly cached: object;
  readonly no_outcome: { readonly id: string; readonly has_scores: boolean };
  readonly twice: { readonly id: string; readonly times: number };
  readonly mixed_up: { readonly name: string; readonly file: string };
  readonly too_many_rows: { readonly most: number };
  readonly outside: { readonly path: string };
}

/** Facts with their code. */
export type Coded<Facts> = { readonly [Code in keyof Facts]: { readonly code: Code } & Facts[Code] }[keyof Facts];

/** Why a round does not count. */
export type Damage = Coded<DamageFacts>;

/** What no further round would mend. */
export type RowsProblem = Coded<ProblemFacts>;

/** What a file of a runner says. */
export type RowsReading =
  | { readonly rows: readonly Row[]; readonly damage: readonly Damage[] }
  | { readonly problem: RowsProblem };

/** Where a file comes from. */
export interface RowsPlace {
  /** The folder of the config, absolute, with `/`: paths are made relative to it. */
  readonly root: string;
  /** When the round began, milliseconds since 1970; absent: unknown. */
  readonly began?: number;
}
