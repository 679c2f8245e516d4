import type { Comparison } from '#domain/baseline/comparison.ts';
import type { ResultsFile } from '#domain/baseline/results-file.ts';
import type { Decision } from '#domain/gate/decision.ts';
import type { Case } from '#domain/suite/case.ts';
import type { TrialEvidence } from './report.ts';

/** A baseline as it was found, without the trials. */
export type ReportedBaseline =
  | { readonly kind: 'none'; readonly reason: string; readonly notes: readonly string[] }
  | {
      readonly kind: 'found';
      readonly results: ResultsFile;
      readonly sha: string | null;
      readonly chosen: string;
      readonly url: string | null;
      readonly notes: readonly string[];
    };

/** Everything a report is made of. */
export interface ReportInput {
  readonly decision: Decision;
  readonly comparison: Comparison;
  readonly results: ResultsFile;
  readonly cases: readonly Case[];
  /** One failing trial per case, by case id. */
  readonly evidence: ReadonlyMap<string, TrialEvidence>;
  readonly baseline: ReportedBaseline;
  readonly duration_ms: number;
  /** `null`: the config path. */
  readonly name: string | null;
  readonly repository_url: string | null;
  readonly run_url: string | null;
  /** Sentences the reader should know besides the reasons. */
  readonly notes: readonly string[];
}
