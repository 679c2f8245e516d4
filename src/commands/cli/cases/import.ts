import { posix } from 'node:path';
import { parseCases } from '#cases/dialects/parse-cases.ts';
import { type CaseFile, type ParsedCases, parseCasesIn } from '#cases/dialects/parse-cases-in.ts';
import { withIncluded } from '#cases/dialects/promptfoo/included-files.ts';
import { promptfoo } from '#cases/dialects/promptfoo/promptfoo.ts';
import { documentFormat } from '#cases/dialects/recognition/document-format.ts';
import type { Case } from '#cases/suite/case.ts';
import type { ImportOptions } from '#commands/options/flags.ts';
import { type Issue, wholeFile } from '#common/document/issue.ts';
import { parseSoundDocuments } from '#common/document/parsing/parse-documents.ts';
import { readValue } from '#common/document/read-value.ts';
import { plural } from '#common/words.ts';
import type { CasesEntry } from '#config/config.ts';
import { casesEntrySchema } from '#config/parsing/cases-entry-schema.ts';
import { duplicateCaseIds } from '#config/problems/suite-problems.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { EXIT } from '#report/exit-code.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { say, sayIssues } from '../common/say.ts';
import { workspaceRoot } from '../common/workspace-root.ts';
import { casesYaml } from './cases-yaml.ts';
import { writeNew } from './write-new.ts';

/** What `agent-eval import` does. */
export async function importCases(paths: readonly string[], options: ImportOptions): Promise<void> {
  const reading = readingOf(options);
  const { cases, issues } = 'issues' in reading ? { cases: [], ...reading } : await readAll(paths, reading.entry);
  sayIssues(issues);
  const problem = issues.some(({ severity }) => severity === 'error')
    ? 'nothing was written'
    : await writeNew(casesYaml(cases), options.output ?? null);
  if (problem !== null) {
    say(`agent-eval: ${problem}`);
    process.exitCode = EXIT.usage;
    return;
  }
  const place = (options.output ?? null) === null ? '' : ` in ${options.output}`;
  const except = issues.length === 0 ? '' : ', except what is listed above';
  say(`${plural(cases.length, 'case')} from ${plural(paths.length, 'file')}${place}${except}`);
}

type Issues = { readonly issues: readonly Issue[] };

async function readAll(
  paths: readonly string[],
  entry: CasesEntry,
): Promise<Issues & { readonly cases: readonly Case[] }> {
  const cwd = process.cwd();
  const files = workspaceFiles(await workspaceRoot(cwd, CONFIG), cwd, CONFIG);
  const read: (Issues & { readonly cases: readonly Case[] })[] = [];
  for (const path of paths) {
    const source = await files.read(path);
    const parsed = 'problem' in source ? whole(path, source.problem) : parseSoundDocuments(source.text, path);
    read.push('issues' in parsed ? { cases: [], ...parsed } : await readFile(parsed, entry, files));
  }
  const cases = read.flatMap((item) => item.cases);
  return { cases, issues: [...read.flatMap(({ issues }) => issues), ...duplicateCaseIds(cases)] };
}

const CONFIG = 'agent-eval.yml';

/** It lists what it can't take over from promptfoo's files, and writes the rest. */
async function readFile(file: CaseFile, entry: CasesEntry, files: Pick<SuiteFiles, 'read'>): Promise<ParsedCases> {
  const formats = file.documents.map(({ value }) => documentFormat(value));
  if (!formats.some((format) => format.kind === 'known' && format.name === promptfoo.name))
    return parseCases(file, entry);
  const pathFrom = (from: string, path: string) => posix.join(posix.dirname(from), path);
  const included = await withIncluded(file, { pathFrom, read: (path) => files.read(path) });
  return parseCasesIn([promptfoo], included, { ...entry, skip: 'unreadable' });
}

/** The options as an entry of `cases` in a config has them. */
function readingOf({ dialect = null, idPrefix = null, skip }: ImportOptions): Issues | { readonly entry: CasesEntry } {
  const lines = [
    'file: "x"',
    ...(dialect === null ? [] : [`dialect: ${dialect}`]),
    ...(idPrefix === null ? [] : [`id_prefix: ${JSON.stringify(idPrefix)}`]),
    ...(skip.length === 0 ? [] : [`skip: ${skip.join() === 'unreadable' ? 'unreadable' : JSON.stringify(skip)}`]),
  ];
  const parsed = parseSoundDocuments(lines.join('\n'), 'options.yml');
  const [document] = 'issues' in parsed ? [] : parsed.documents;
  const read = document === undefined ? parsed : readValue(casesEntrySchema, document.value, { document, path: [] });
  if ('value' in read) return { entry: read.value };
  // They are no lines of a file.
  return { issues: 'issues' in read ? read.issues.map((issue) => ({ ...issue, file: 'options', line: 1 })) : [] };
}

function whole(file: string, message: string): Issues {
  return { issues: [wholeFile(file, message)] };
}
