import type { ScopeTest } from './metrics.ts';

/** A test of a mean, of the suite or of a tag. */
export interface ScopeName {
  /** `null`: the suite. */
  readonly tag: string | null;
  readonly test: ScopeTest;
  /** What is asked of a count, cost or time; absent: it is a rate. */
  readonly rise?: RiseQuestions;
}

/** What is asked of a count, cost or time on fresh trials. */
export interface RiseQuestions {
  readonly total: boolean;
  readonly typical: boolean;
  /** Only these cases, each of which rose by itself, are tried again, against main's total of all cases; `null`: all are. */
  readonly only: { readonly cases: readonly string[]; readonly main: number } | null;
}

/**
 * One side of a test: a mean rate 0–1, or the sum of a count, cost or time over its cases, each by its mean; and the number of its trials.
 */
export interface TestedSide {
  readonly value: number;
  readonly trials: number;
}

/** A test that was made again on fresh trials of both sides. Each single case has an entry of its own. */
export interface TriedTest {
  readonly gate: 'case' | ScopeTest;
  /** The tag of its cases; `null`: the suite. */
  readonly tag: string | null;
  /** Its single case, or those that alone may have raised a total; empty for a mean. */
  readonly cases: readonly string[];
  /** On the fresh trials alone, of single cases adjusted for their number; `null`: only the change decides, or there is no value. */
  readonly p: number | null;
  /** The p at or below which it is red at the stage that ended it. */
  readonly boundary: number;
  /** `open`: worse than chance usually makes it, without being red, or a drop that matters is not ruled out. */
  readonly outcome: 'red' | 'open' | 'cleared';
  /** It is open because missing fresh trials could make it red. */
  readonly hinges_on_missing: boolean;
  /** How much worse the change is: rates lost, or the relative rise; `null`: unknown. */
  readonly change: number | null;
  /** Fresh trials of main, and of the change. */
  readonly main: TestedSide;
  readonly here: TestedSide;
}
