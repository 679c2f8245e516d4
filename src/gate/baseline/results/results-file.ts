import type * as z from 'zod';
import type { DeepReadonly } from '#common/deep-readonly.ts';
import type { Json } from '#common/json.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';
import type {
  caseRecordSchema,
  epochSchema,
  questionSchema,
  resultsSchema,
  runSchema,
  verdictSchema,
} from './results-schema.ts';

/** The version of results.json that this code writes; newer ones are refused by name. */
export const RESULTS_SCHEMA_VERSION = 1;

/** One case with its trials, as stored. */
export interface CaseRecord extends DeepReadonly<Omit<z.infer<typeof caseRecordSchema>, 'trials'>> {
  readonly expected_tool_calls: number;
  readonly planned_trials: number;
  readonly trials: readonly TrialRecord[];
}

/**
 * A period of the main branch in which nothing measurable changed. Runs of one epoch are pooled; a new one starts with a run
 * that differs from those before it.
 */
export type Epoch = DeepReadonly<z.infer<typeof epochSchema>>;

/** A run of the main branch, by GitHub's ids. */
export type RunReference = Readonly<z.infer<typeof runSchema>>;

/** The verdict of a run of a change. */
export type PastVerdict = DeepReadonly<z.infer<typeof verdictSchema>>;

/** What a run of a change is asked. A verdict is repeated only for an equal question. */
export type Question = Readonly<z.infer<typeof questionSchema>>;

type Read = DeepReadonly<Omit<z.infer<typeof resultsSchema>, 'policy' | 'cases' | 'pass_k' | 'figures'>>;

/**
 * results.json: the results of one run of a suite. Everything that a comparison needs; the agent's prompts are its only texts.
 */
export interface ResultsFile extends Read {
  /** The effective policy of the run, as data; `sha`: the commit that it came from, `null` if it is the run's own. */
  readonly policy: { readonly sha: string | null; readonly hash: string; readonly effective: Json };
  readonly stop: NonNullable<Read['stop']>;
  readonly cases: readonly CaseRecord[];
}
