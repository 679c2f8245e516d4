import { formatIssue } from '#common/document/format-issue.ts';
import type { Issue } from '#common/document/issue.ts';
import { firstOf, shortSha } from '#common/words.ts';
import { pathInCommit } from '#config/base-rules/commit-listing.ts';
import type { Config } from '#config/config.ts';
import type { KnownCalibration } from '#config/judge-rules.ts';
import { parseCalibration } from '#judge/calibration/calibration-file.ts';
import type { CommitFiles, SuiteFiles } from '#ports/ports.ts';

/** The calibration that a config names; without its file there is none. */
export async function readCalibration(
  files: SuiteFiles,
  { judge }: Config,
): Promise<{ readonly calibration: KnownCalibration; readonly issues: readonly Issue[] }> {
  const none = { calibration: null, issues: [] };
  const path = judge === null ? null : files.locate(judge.calibration);
  if (path === null || !(await files.exists(path))) return none;
  const source = await files.read(path);
  if ('problem' in source) return { calibration: { problem: source.problem }, issues: [] };
  const parsed = parseCalibration(source.text, path);
  return 'issues' in parsed ? { ...none, issues: parsed.issues } : { calibration: parsed.calibration, issues: [] };
}

/**
 * The calibration of the base commit, for its own judge: a change does not bring the errors of the judge that decides it.
 *
 * @param config path of the base's config from the root of the repository
 */
export async function calibrationOfBase(
  files: CommitFiles,
  config: string,
  { judge }: Pick<Config, 'judge'>,
): Promise<KnownCalibration> {
  if (judge === null) return null;
  const path = pathInCommit({ folder: config.split('/').slice(0, -1).join('/') }, judge.calibration);
  const file = await files.read(path);
  if ('absent' in file) return null;
  const source = files.sha === '' ? path : `${path} of ${shortSha(files.sha)}`;
  if ('problem' in file) return { problem: `${source} ${file.problem}` };
  const parsed = parseCalibration(file.text, path);
  return 'issues' in parsed
    ? { problem: `${source} can't be used: ${firstOf(parsed.issues.map(formatIssue))}` }
    : parsed.calibration;
}
