import type { SuiteFiles } from '#application/ports.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { configIssue, wholeFile } from '#domain/config/problems/config-issue.ts';
import type { Issue } from '#domain/document/issue.ts';
import { parseDocuments } from '#domain/document/parse-documents.ts';

/** The error of a config whose judge lacks a key, at the place of the judge. */
export async function judgeWithoutKey(
  files: Pick<SuiteFiles, 'read'>,
  { config, config_path }: Pick<LoadedSuite, 'config' | 'config_path'>,
  names: readonly string[],
): Promise<Issue> {
  const message = `the judge can't be asked: ${names.join(', ')} is empty or missing; set it in the env of the step, or of your shell, or name a local server as base_url`;
  const source = await files.read(config_path);
  const parsed = 'problem' in source ? null : parseDocuments(source.text, config_path);
  const document = parsed === null || 'issues' in parsed ? undefined : parsed.documents[0];
  if (document === undefined) return wholeFile(config_path, message);
  return configIssue(document, ['judge', ...(config.judge === null ? [] : [config.judge.provider])], message);
}
