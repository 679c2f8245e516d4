import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import type { WorkflowRun } from '#github/runs/workflow-run.ts';

/** Which results are looked for. */
export interface WantedResults {
  /** As in results.json; null without one. */
  readonly key: string | null;
  /** Which side of a comparison the run produced. */
  readonly side: 'candidate' | 'baseline';
}

/**
 * Why results are not those of the run that uploaded them, or not the ones that are looked for, a sentence part; null if they are.
 * Anyone who can start a run can upload any file, so this is no proof: it finds what was meant for something else.
 */
export function whyForeignResults(
  { run, commit }: ResultsFile,
  of: WorkflowRun,
  { key, side }: WantedResults,
): string | null {
  const says = 'its results.json says it';
  if (run.id !== String(of.id)) return `${says} belongs to another run`;
  if (run.key !== key) return `${says} belongs to another key`;
  if (run.side !== side) return `${says} is not ${side === 'candidate' ? "a candidate's" : "main's"}`;
  return (commit.head_sha ?? commit.sha) === of.head_sha ? null : `${says} belongs to another commit`;
}
