import type { TrialRecord } from './trial-record.ts';

/** The measured values of one trial. Rates are 0–1, undefined ones `null`. */
export type TrialMetrics = Pick<
  TrialRecord,
  | 'tool_recall'
  | 'tool_precision'
  | 'parameter_accuracy'
  | 'phrase_recall'
  | 'mean_recall'
  | 'turn_pass_rate'
  | 'retrieval_accuracy'
  | 'retrieval_at'
  | 'tools_ok'
  | 'response_ok'
  | 'completed'
>;

/** The metrics of a trial on which nothing was measured. */
export const UNMEASURED: TrialMetrics = {
  tool_recall: null,
  tool_precision: null,
  parameter_accuracy: null,
  phrase_recall: null,
  mean_recall: null,
  turn_pass_rate: null,
  retrieval_accuracy: null,
  retrieval_at: null,
  tools_ok: null,
  response_ok: null,
  completed: null,
};
