import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { evidenceOf } from '#report/evidence.ts';
import type { TrialEvidence } from '#report/report.ts';
import { readShown } from '#runner/html/read-shown.ts';
import type { TrialRecord } from '#trials/trial/trial-record.ts';

/**
 * What the first failing trial of each case did, as the run that made it would tell, by case id. What is not stored whole is missing. Never throws.
 *
 * @param lines of trajectories.jsonl; not read if no trial failed
 */
export async function storedEvidence(
  { cases }: Pick<ResultsFile, 'cases'>,
  lines: AsyncIterable<string>,
  redact: (text: string) => string,
): Promise<ReadonlyMap<string, TrialEvidence>> {
  const failed = new Map<string, { readonly id: string; readonly record: TrialRecord }>();
  for (const { id, trials } of cases) {
    const record = trials.find(({ outcome }) => outcome === 'failed');
    if (record?.trajectory != null) failed.set(record.trajectory, { id, record });
  }
  if (failed.size === 0) return new Map();
  const { trajectories } = await readShown(lines, new Set(failed.keys()), redact);
  const evidence = new Map<string, TrialEvidence>();
  for (const [name, { id, record }] of failed) {
    const stored = trajectories.get(name);
    if (stored !== undefined && stored.state !== 'truncated') evidence.set(id, evidenceOf(stored, record));
  }
  return evidence;
}
