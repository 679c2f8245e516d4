import { posix } from 'node:path';
import { workspaceFiles } from '#adapters/workspace/files/workspace-files.ts';
import type { SuiteFiles } from '#application/ports.ts';
import { casesEntrySchema } from '#domain/config/cases-entry-schema.ts';
import type { CasesEntry } from '#domain/config/config.ts';
import { duplicateIds } from '#domain/config/problems/suite-problems.ts';
import { parseCases } from '#domain/dialects/parse-cases.ts';
import { type CaseFile, type ParsedCases, parseCasesIn } from '#domain/dialects/parse-cases-in.ts';
import { withIncluded } from '#domain/dialects/promptfoo/included-files.ts';
import { promptfoo } from '#domain/dialects/promptfoo/promptfoo.ts';
import { documentFormat } from '#domain/dialects/recognition/document-format.ts';
import type { Issue } from '#domain/document/issue.ts';
import { parseSoundDocuments } from '#domain/document/parse-documents.ts';
import { readValue } from '#domain/document/read-value.ts';
import type { JsonObject } from '#domain/json.ts';
import { EXIT } from '#domain/report/exit-code.ts';
import type { Case } from '#domain/suite/case.ts';
import { plural } from '#domain/words.ts';
import type { ImportOptions } from '#entry/options/flags.ts';
import { say, sayIssues } from '../say.ts';
import { workspaceRoot } from '../workspace-root.ts';
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
  const except = issues.length === 0 ? '' : ', but for what is listed above';
  say(`${plural(cases.length, 'case')} from ${plural(paths.length, 'file')}${place}${except}`);
}

async function readAll(
  paths: readonly string[],
  entry: CasesEntry,
): Promise<{ readonly cases: readonly Case[]; readonly issues: readonly Issue[] }> {
  const cwd = process.cwd();
  const files = workspaceFiles(await workspaceRoot(cwd, CONFIG), cwd, CONFIG);
  const cases: Case[] = [];
  const issues: Issue[] = [];
  for (const path of paths) {
    const source = await files.read(path);
    const parsed = 'problem' in source ? whole(path, source.problem) : parseSoundDocuments(source.text, path);
    if ('issues' in parsed) {
      issues.push(...parsed.issues);
      continue;
    }
    const read = isPromptfoo(parsed) ? await readPromptfoo(parsed, entry, files) : parseCases(parsed, entry);
    cases.push(...read.cases);
    issues.push(...read.issues);
  }
  return { cases, issues: [...issues, ...duplicateIds(cases)] };
}

const CONFIG = 'agent-eval.yml';

/** What can't be taken over is listed, and the rest is written. */
async function readPromptfoo(file: CaseFile, entry: CasesEntry, files: Pick<SuiteFiles, 'read'>): Promise<ParsedCases> {
  const beside = (from: string, path: string) => posix.join(posix.dirname(from), path);
  const whole = await withIncluded(file, { beside, read: (path) => files.read(path) });
  return parseCasesIn([promptfoo], whole, { ...entry, skip: 'unreadable' });
}

function isPromptfoo({ documents }: CaseFile): boolean {
  return documents.some(({ value }) => {
    const format = documentFormat(value);
    return format.kind === 'known' && format.name === promptfoo.name;
  });
}

/** The options as an entry of `cases` in a config has them. */
function readingOf({
  dialect,
  idPrefix,
  skip,
}: ImportOptions): { readonly entry: CasesEntry } | { readonly issues: readonly Issue[] } {
  const text = [
    'file: "x"',
    ...((dialect ?? null) === null ? [] : [`dialect: ${dialect}`]),
    ...((idPrefix ?? null) === null ? [] : [`id_prefix: ${JSON.stringify(idPrefix)}`]),
    ...(skip.length === 0 ? [] : [`skip: ${skip.join() === 'unreadable' ? 'unreadable' : JSON.stringify(skip)}`]),
  ].join('\n');
  const parsed = parseSoundDocuments(text, 'options.yml');
  if ('issues' in parsed) return asOptions(parsed.issues);
  const [document] = parsed.documents;
  if (document === undefined) return whole('options', 'no options');
  const read = readValue(casesEntrySchema, document.value as JsonObject, { document, path: [] });
  return 'issues' in read ? asOptions(read.issues) : { entry: read.value };
}

/** Issues of the text that the options are put together to. */
function asOptions(issues: readonly Issue[]): { readonly issues: readonly Issue[] } {
  return { issues: issues.map((issue) => ({ ...issue, file: 'options', line: 1 })) };
}

function whole(file: string, message: string): { readonly issues: readonly Issue[] } {
  return { issues: [{ severity: 'error', file, line: 1, column: 1, path: '', message }] };
}
