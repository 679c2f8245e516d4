import { parseCases } from '#cases/dialects/parse-cases.ts';
import type { Case } from '#cases/suite/case.ts';
import { writtenGlobs } from '#cases/suite/coverage/coverage-rules.ts';
import { cutEnd } from '#common/cut.ts';
import { type Issue, issueAt, lineIssue, wholeFile } from '#common/document/issue.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';
import { jsonText } from '#common/json-text.ts';
import type { Config } from '#config/config.ts';
import { duplicateCaseIds, twofoldCriteria } from '#config/problems/suite-problems.ts';
import { failureTypes } from '#gate/history/failure-types.ts';
import type { SuiteFiles } from '#ports/ports.ts';

/** The cases that a config names, as they are written, and what is wrong with them. */
export async function readCases(
  files: SuiteFiles,
  document: ParsedDocument,
  config: Config,
  severity: Issue['severity'] = 'warning',
): Promise<{ cases: readonly Case[]; issues: readonly Issue[] }> {
  const cases: Case[] = [];
  const issues: Issue[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of config.cases.entries()) {
    const paths = await files.expand(entry.file);
    const skipped = new Set<string>();
    if (paths.length === 0) {
      const mend = (await folderMend(files, entry.file)) ?? 'correct the path or glob';
      const message = `no file matches "${entry.file}" (searched from the folder of the config); ${mend}`;
      issues.push(issueAt(document, ['cases', index], message));
    }
    for (const path of paths.filter((path) => !seen.has(path))) {
      seen.add(path);
      const source = await files.read(path);
      if ('problem' in source) {
        issues.push(wholeFile(path, source.problem));
        continue;
      }
      const parsed = parseSoundDocuments(source.text, path);
      if ('issues' in parsed) {
        issues.push(...parsed.issues);
        continue;
      }
      for (const document of parsed.documents) issues.push(...(await unmatchedGlobs(files, document, severity)));
      const result = parseCases(parsed, entry, config.defaults);
      cases.push(...result.cases.map((read) => (entry.bites === false ? { ...read, bites: entry.bites } : read)));
      issues.push(...result.issues);
      for (const item of result.skipped) skipped.add(item);
    }
    for (const item of entry.skip === 'unreadable' ? [] : entry.skip.filter((id) => !skipped.has(id))) {
      const message = `no case in these files has the id ${JSON.stringify(item)}, and none is at that place (as in "refunds.jsonl:7"); remove it from \`skip\``;
      issues.push(issueAt(document, ['cases', index, 'skip'], message));
    }
  }
  return { cases, issues: [...issues, ...duplicateCaseIds(cases), ...twofoldCriteria(cases), ...strangeTypes(cases)] };
}

/** Failure types that no figure could count. */
function strangeTypes(cases: readonly Case[]): readonly Issue[] {
  return cases.flatMap((item) => {
    const [first] = failureTypes(item).strange;
    if (first === undefined) return [];
    const message = `case ${item.id}: failure_type ${cutEnd(jsonText(first), 60)} is counted nowhere; write a name of up to 64 characters, in quotes, or a list of names`;
    return [lineIssue(item.source, 'metadata', message, 'warning')];
  });
}

/** How to name the case files of a folder that is named in place of files; `null`: there is no such folder. */
async function folderMend(files: Pick<SuiteFiles, 'expand'>, path: string): Promise<string | null> {
  const folder = path.replace(/\/+$/, '');
  const below = await files.expand(`${folder}/**`);
  if (below.length === 0) return null;
  for (const kind of CASE_FILES)
    for (const glob of [`${folder}/*.${kind}`, `${folder}/**/*.${kind}`])
      if ((await files.expand(glob)).length > 0) return `it is a folder; write "${glob}"`;
  return `it is a folder without a case file (${CASE_FILES.map((kind) => `.${kind}`).join(', ')}); name files`;
}

const CASE_FILES = ['yml', 'yaml', 'jsonl', 'json', 'csv'];

/** Globs of `covers` and `ignores` that match no file, each at its place. */
export async function unmatchedGlobs(
  files: Pick<SuiteFiles, 'matches'>,
  document: ParsedDocument,
  severity: Issue['severity'],
): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  for (const { glob, path } of writtenGlobs(document.value)) {
    if (await files.matches(glob)) continue;
    const plain = glob.replace(/\/+$/, '');
    const isFolder = await files.matches(`${plain}/**`);
    const mend = isFolder ? `it is a folder; write "${plain}/**"` : 'correct or remove it';
    const message = `no file matches "${glob}" (searched from the folder of the config); ${mend}`;
    issues.push({ ...issueAt(document, path, message), severity });
  }
  return issues;
}
