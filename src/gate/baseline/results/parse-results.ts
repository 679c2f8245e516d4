import * as z from 'zod';
import { issuesText } from '#common/issues-text.ts';
import { isJsonList, isJsonObject, type Json } from '#common/json.ts';
import { jsonText, parseJsonText } from '#common/json-text.ts';
import {
  checkSchema,
  filledIn,
  MOST_CHECKS,
  NO_USAGE,
  type TrialRecord,
  trialSchema,
} from '#trials/trial/trial-record.ts';
import { type CaseRecord, RESULTS_SCHEMA_VERSION, type ResultsFile } from './results-file.ts';
import { caseRecordSchema, RESULTS_CAPS, resultsSchema } from './results-schema.ts';
import { madeOnce } from './share-equal-parts.ts';
import { decodeUtf8, splitCases } from './split-cases.ts';
import { takesAsIs } from './takes-as-is.ts';

/** Largest results file that is read, in bytes of UTF-8. */
export const LARGEST_RESULTS_FILE = 64 * 1024 * 1024;

/** A results file, or one paragraph that says why the text is none. */
export type ParsedResults = { readonly results: ResultsFile } | { readonly problem: string };

/** Reads a results.json. Never throws, whatever it contains. */
export function parseResults(source: Uint8Array | string): ParsedResults {
  const bytes = bytesOfSource(source);
  const cases: CaseRecord[] = [];
  const head = readByCase(bytes, (item) => cases.push(item));
  return head === null ? parseWhole(bytes) : { results: { ...head, cases } };
}

/** Why a results.json can't be read, one paragraph; `null`: it can. Needs the memory of one case at a time. */
export function resultsProblem(source: Uint8Array | string): string | null {
  const bytes = bytesOfSource(source);
  if (readByCase(bytes, () => {}) !== null) return null;
  const read = parseWhole(bytes);
  return 'problem' in read ? read.problem : null;
}

function bytesOfSource(source: Uint8Array | string): Uint8Array {
  return typeof source === 'string' ? new TextEncoder().encode(source) : source;
}

/**
 * Reads a file case by case, and tells each. `null`: something is wrong with it, or it is written in another way; what, the whole says.
 *
 * @returns the file without its cases
 */
function readByCase(bytes: Uint8Array, tell: (item: CaseRecord) => void): ResultsFile | null {
  const parts = isTooLarge(bytes) ? null : splitCases(bytes);
  if (parts === null) return null;
  const json = parseJson(parts.head);
  const parsed = 'problem' in json ? null : resultsSchema.safeParse(json.value);
  if (!parsed?.success || parsed.data.cases.length > 0) return null;
  const head = fillIn(parsed.data);
  const fewest = fewestPlanned(head);
  const read = caseReader();
  const ids = new Set<string>();
  for (const line of parts.cases) {
    const item = read(line);
    if (item === null || ids.has(item.id) || ids.size === RESULTS_CAPS.cases) return null;
    ids.add(item.id);
    if (firstRepeated(item.trials.map(({ index }) => index)) !== null) return null;
    tell(fillInCase(item, fewest));
  }
  return head;
}

/** Reads the cases of one file; `null`: it is none. Equal checks are read once, and are one in memory. */
function caseReader(): (line: string) => ReadCase | null {
  const readTrial = trialReader();
  return (line) => {
    try {
      const json = parseJsonText(line);
      if (!isJsonObject(json) || !isJsonList(json['trials']) || json['trials'].length > RESULTS_CAPS.trials)
        return null;
      const { data: item } = caseRecordSchema.safeParse({ ...json, trials: [] });
      const trials = json['trials'].flatMap((trial) => readTrial(trial) ?? []);
      return item === undefined || trials.length < json['trials'].length ? null : { ...item, trials };
    } catch {
      // No JSON, or nested too deeply to be compared.
      return null;
    }
  };
}

/** The same of trials. Most have only what the schema takes as it is, which is told several times as fast as it reads them. */
function trialReader(): (json: Json) => ReadTrial | null {
  const readCheck = madeOnce((value: Json) => checkSchema.parse(value));
  const readChecks = madeOnce((list: readonly Json[]) => list.map(readCheck));
  const isTrial = takesAsIs(trialSchema.extend({ checks: z.unknown() })) as (value: unknown) => value is ReadTrial;
  return (json) => {
    if (!isJsonObject(json)) return null;
    const { usage, checks: list = [] } = json;
    if (!isJsonList(list) || list.length > MOST_CHECKS) return null;
    const checks = readChecks(list);
    const trial = { ...filledIn(), ...json, usage: isJsonObject(usage) ? { ...NO_USAGE, ...usage } : usage, checks };
    if (isTrial(trial)) return trial;
    const { data: read } = trialSchema.safeParse({ ...json, checks: [] });
    return read === undefined ? null : { ...read, checks };
  };
}

function parseWhole(bytes: Uint8Array): ParsedResults {
  if (isTooLarge(bytes))
    return { problem: `results file is larger than ${LARGEST_RESULTS_FILE >> 20} MB, the most that is read` };
  const text = decodeUtf8(bytes);
  if (text === null) return { problem: 'results file is not UTF-8 text' };
  const json = parseJson(text);
  if ('problem' in json) return json;
  const versionProblem = checkVersion(json.value);
  if (versionProblem !== null) return { problem: versionProblem };
  const parsed = resultsSchema.safeParse(json.value);
  if (!parsed.success) return { problem: `results file is malformed: ${issuesText(parsed.error, 'the file', 5)}` };
  const results = fillIn(parsed.data);
  const repeated = findRepeated(results);
  return repeated === null ? { results } : { problem: repeated };
}

/** Reads one stored trial, as a line of trials.jsonl has it; `null` if it is none. */
export function parseTrialRecord(value: unknown): TrialRecord | null {
  const parsed = trialSchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

function isTooLarge({ byteLength }: Uint8Array): boolean {
  return byteLength > LARGEST_RESULTS_FILE;
}

function parseJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: parseJsonText(text) };
  } catch (error) {
    return {
      problem: `results file is not JSON (${error instanceof Error ? error.message : 'unreadable'}): expected the results.json that a run wrote`,
    };
  }
}

function checkVersion(value: unknown): string | null {
  if (!isJsonObject(value)) return 'results file is not a JSON object: expected the results.json that a run wrote';
  const version = Object.hasOwn(value, 'schema_version') ? value['schema_version'] : undefined;
  if (version === RESULTS_SCHEMA_VERSION) return null;
  if (version === undefined) {
    return `results file has no schema_version; this version reads ${RESULTS_SCHEMA_VERSION}: expected the results.json that a run wrote`;
  }
  const text = jsonText(version).slice(0, 40);
  return `results file has schema_version ${text}; this version reads ${RESULTS_SCHEMA_VERSION}: write it again with this version of agent-eval-action, or read it with the version that wrote it`;
}

type Read = z.output<typeof resultsSchema>;
type ReadCase = Read['cases'][number];
type ReadTrial = ReadCase['trials'][number];

/** Defaults that depend on the rest of the file. */
function fillIn({ pass_k: _made, figures: _measured, ...read }: Read): ResultsFile {
  return {
    ...read,
    stop: read.stop ?? { look: read.looks.at(-1) ?? 1, reason: read.complete ? 'cap' : 'cancelled' },
    cases: read.cases.map((item) => fillInCase(item, fewestPlanned(read))),
  };
}

function fewestPlanned({ complete, looks }: Pick<ResultsFile, 'complete' | 'looks'>): number {
  return complete ? 1 : (looks.at(-1) ?? 1);
}

/** If a case does not say its plan, a complete run planned what it recorded; a run cut short planned at least the looks. */
function fillInCase(item: ReadCase, fewestPlanned: number): CaseRecord {
  return {
    ...item,
    expected_tool_calls: item.expected_tool_calls ?? (item.trials.some((trial) => trial.tool_recall !== null) ? 1 : 0),
    planned_trials:
      item.planned_trials ?? item.trials.reduce((most, { index }) => Math.max(most, index), fewestPlanned),
  };
}

function findRepeated({ cases }: ResultsFile): string | null {
  const id = firstRepeated(cases.map((item) => item.id));
  if (id !== null) return `results file lists case ${id} twice: expected every id once`;
  for (const item of cases) {
    const index = firstRepeated(item.trials.map((trial) => trial.index));
    if (index !== null) return `results file lists trial ${index} of case ${item.id} twice: expected every index once`;
  }
  return null;
}

/** The first value that is there twice; `null`: none is. */
export function firstRepeated<T>(values: readonly T[]): T | null {
  const seen = new Set<T>();
  for (const value of values) {
    if (seen.has(value)) return value;
    seen.add(value);
  }
  return null;
}
