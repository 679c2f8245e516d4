import type { Case } from '#cases/suite/case.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { BaselineLookup } from '#gate/baseline/results/baseline-lookup.ts';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { Decision } from '#gate/decision/terms/decision.ts';
import type { SelfAudit } from '#gate/decision/terms/self-audit.ts';
import type { HistoryRow } from '#gate/history/history-row.ts';
import type { Paid } from '#trials/trial/paid.ts';
import type { WhenOpen } from './exit-code.ts';
import type { GuardedFiles, TrialEvidence } from './report.ts';
import type { Unspoken } from './rows/unspoken.ts';

/** Everything a report is made of. */
export interface ReportInput {
  readonly decision: Decision;
  readonly comparison: Comparison;
  readonly results: ResultsFile;
  readonly cases: readonly Case[];
  /** One failing trial per case, by case id. */
  readonly evidence: ReadonlyMap<string, TrialEvidence>;
  readonly baseline: BaselineLookup;
  readonly duration_ms: number;
  /** `null`: the config path. */
  readonly name: string | null;
  readonly repository_url: string | null;
  readonly run_url: string | null;
  readonly when_open: WhenOpen;
  /** Fresh trials of main, which were run to confirm a failure; absent: none. */
  readonly confirmation?: ResultsFile | null;
  /** Absent: other jobs ran it. */
  readonly paid?: Paid;
  /** How the reader starts this program: `[npx, github:owner/name#v1]`. */
  readonly program: readonly string[];
  /** Where paths of the run begin, from the root of the repository; absent: there. */
  readonly folder?: string;
  /** Files that nobody edits to mend an agent; absent: the config and the files of the cases. */
  readonly guarded?: readonly GuardedFiles[];
  /** Sentences for the reader besides the reasons. */
  readonly notes: readonly string[];
  /** Rows of main's runs, oldest first; absent: none are known. */
  readonly history?: readonly HistoryRow[];
  /** Absent: nobody looked. */
  readonly unspoken?: Unspoken;
  /** Absent or `null`: there is nothing to say. */
  readonly audit?: SelfAudit | null;
}
