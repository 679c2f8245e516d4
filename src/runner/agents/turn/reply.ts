import type { ResultFields } from '../result/result-fields.ts';

/** The time of an answer, without the time in which model calls waited for our limiter. */
export interface AnswerTime {
  /** Without the start of a process; `null` if its end is unknown. */
  readonly latency_ms: number | null;
  /** Including the start of a process, if its end is not known from the process itself. */
  readonly latency_at_most_ms?: number;
}

/** The agent's reply to one turn. */
export type Reply =
  | ({ readonly kind: 'result'; readonly fields: ResultFields } & AnswerTime)
  /** The agent's own `error` line. */
  | { readonly kind: 'error'; readonly fault: 'agent' | 'infra'; readonly message: string }
  /** An invalid answer. */
  | { readonly kind: 'invalid'; readonly problem: string }
  | Exited
  | NotStarted
  | TimedOut
  /** A server that we started runs, and gave no answer: it broke the connection, or listens elsewhere. */
  | { readonly kind: 'broken'; readonly message: string }
  /** A server that we did not start can't be reached. */
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'cancelled' }
  /** Lost through no fault of this trial: repeat it on a process of its own. */
  | { readonly kind: 'displaced' }
  /** The trial's end is already known (recorded trajectories). */
  | { readonly kind: 'missing'; readonly message: string };

/**
 * No answer in time. What a worker printed; `at_end`: something, after its standard input was closed; `unended`: a one-shot
 * program printed text; `elsewhere`: no conclusion from that.
 */
export interface TimedOut {
  readonly kind: 'timeout';
  readonly printed: 'nothing' | 'at_end' | 'text' | 'stray_json' | 'unended' | 'elsewhere';
}

/** The program ended before it answered, or with an exit code that invalidates its answer. */
export interface Exited {
  readonly kind: 'exited';
  readonly code: number | null;
  readonly signal: string | null;
  /** End of standard error. */
  readonly stderr: string;
  readonly answered: boolean;
  /** Output of a worker that never answered in protocol; untrusted. */
  readonly printed?: string;
}

/** The system refused to start the program. */
export interface NotStarted {
  readonly kind: 'not_started';
  /** `ENOENT`, `EACCES`, … */
  readonly code: string;
  readonly message: string;
}
