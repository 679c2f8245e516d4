import type { Case } from '#cases/suite/case.ts';
import type { Comparison } from '#gate/baseline/comparison/comparison.ts';
import type { HistoryRow } from '#gate/history/history-row.ts';
import type { Report } from '#report/report.ts';
import type { RequestSegment } from '#trials/trial/model-call-record.ts';
import type { Trajectory } from '#trials/trial/trajectory.ts';
import type { TrialEnd } from '#trials/trial/trial.ts';

/** Everything that the HTML report is made of, all of it redacted. Untrusted text throughout. */
export interface HtmlInput {
  readonly report: Report;
  /** The trials of both sides: those of main with the runs that they come from. */
  readonly comparison: Comparison;
  /** Trajectories of the change's trials. */
  readonly here: ShownTrajectories;
  /** The same of the runs in `comparison.pool`, in its order; empty maps where none are at hand. */
  readonly main: readonly ShownTrajectories[];
  /** The expectations, as far as they are known: a results file alone holds none. */
  readonly cases: readonly Case[];
  /** Texts of requests to models by hash, of both sides. */
  readonly segments: ReadonlyMap<string, RequestSegment>;
  /** Runs of main, oldest first. */
  readonly history: readonly HistoryRow[];
  /** Compresses UTF-8 text with deflate-raw; gives base64. */
  readonly pack: (text: string) => string;
}

/** By id (`case#index`), as the trial's record names it. */
type ShownTrajectories = ReadonlyMap<string, ShownTrajectory>;

/** What is available of a trial: its trajectory, or the note why only its beginning was stored. */
export type ShownTrajectory =
  | { readonly state: 'complete' | 'redacted'; readonly end: TrialEnd; readonly trajectory: Trajectory }
  | { readonly state: 'truncated'; readonly end: TrialEnd; readonly note: string; readonly beginning: string };
