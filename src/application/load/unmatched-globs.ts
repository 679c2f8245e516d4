import { configIssue } from '#domain/config/problems/config-issue.ts';
import type { Issue } from '#domain/document/issue.ts';
import type { ParsedDocument } from '#domain/document/parsed-document.ts';
import { writtenGlobs } from '#domain/suite/coverage/coverage-rules.ts';
import type { SuiteFiles } from '../ports.ts';

/** Globs of `covers` and `ignores` that match no file, each at its place: a typo must not take a case out of a change's reach. */
export async function unmatchedGlobs(
  files: Pick<SuiteFiles, 'matches'>,
  document: ParsedDocument,
): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  for (const { glob, path } of writtenGlobs(document.value)) {
    if (await files.matches(glob)) continue;
    const plain = glob.replace(/\/+$/, '');
    const isFolder = await files.matches(`${plain}/**`);
    const mend = isFolder ? `it is a folder; write "${plain}/**"` : 'correct or remove it';
    issues.push(
      configIssue(document, path, `no file matches "${glob}" (searched from the folder of the config); ${mend}`),
    );
  }
  return issues;
}
