import type { ResultFields } from './result/result-fields.ts';

/** What an answer took, without the time in which model calls waited for our limiter. */
export interface AnswerTime {
  /** Without the start of a process; `null` where nobody can tell when that was over. */
  readonly latency_ms: number | null;
  /** With the start of a process, where its end is not known from the process itself. */
  readonly latency_at_most_ms?: number;
}

/** What came of one turn asked of the agent. */
export type Reply =
  | ({ readonly kind: 'result'; readonly fields: ResultFields } & AnswerTime)
  /** The agent's own `error` line. */
  | { readonly kind: 'error'; readonly fault: 'agent' | 'infra'; readonly message: string }
  /** An answer that is none. */
  | { readonly kind: 'invalid'; readonly problem: string }
  | Exited
  | NotStarted
  | TimedOut
  /** A server that is none of ours can't be reached. */
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'cancelled' }
  /** Lost through no fault of this trial: to be asked again of a process of its own. */
  | { readonly kind: 'displaced' }
  /** The trial's end is known already (recorded trajectories). */
  | { readonly kind: 'missing'; readonly message: string };

/**
 * No answer in time. What a worker printed; `at_end`: something, once its standard input was closed; `unended`: a one-shot program printed
 * text; `elsewhere`: that tells nothing.
 */
export interface TimedOut {
  readonly kind: 'timeout';
  readonly printed: 'nothing' | 'at_end' | 'text' | 'stray_json' | 'unended' | 'elsewhere';
}

/** The program ended before it answered, or with an exit code that makes its answer worthless. */
export interface Exited {
  readonly kind: 'exited';
  readonly code: number | null;
  readonly signal: string | null;
  /** Last part of standard error. */
  readonly stderr: string;
  readonly answered: boolean;
  /** What a worker printed that never said anything in protocol; untrusted. */
  readonly printed?: string;
}

/** The system refused to start the program. */
export interface NotStarted {
  readonly kind: 'not_started';
  /** `ENOENT`, `EACCES`, … */
  readonly code: string;
  readonly message: string;
}
