import type { Issue } from '#domain/document/issue.ts';
import type { DocumentPath, LocatedDocument } from '#domain/document/located-document.ts';
import { parseSoundDocuments } from '#domain/document/parse-documents.ts';
import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { issueAt } from './issue-at.ts';
import type { CaseFile } from './parse-cases-in.ts';
import { STAND_IN } from './promptfoo/stand-in.ts';
import { documentFormat } from './recognition/document-format.ts';

/** A file that a document of cases names, relative to the folder of that document. */
export interface IncludedFile {
  readonly path: string;
  /** Where it is named. */
  readonly origin: DocumentPath;
  /** Its rows are tests, else its content stands in place of its name. */
  readonly isTests: boolean;
}

/** The text of a file, or why it can't be read (a sentence). */
export type IncludedText = { readonly text: string } | { readonly problem: string };

/** The files that a document names by `file://`; only promptfoo's configs do. */
export function includedFiles({ value }: LocatedDocument): readonly IncludedFile[] {
  const format = documentFormat(value);
  if (format.kind !== 'known' || format.name !== 'promptfoo' || !isJsonObject(value)) return [];
  const { tests = null, prompts = null, defaultTest = null, scenarios = null } = value;
  // Files of tests come last: their documents carry the prompts and the default test.
  return [
    ...namedIn(prompts, ['prompts'], false),
    ...namedIn(defaultTest, ['defaultTest'], false),
    ...namedIn(scenarios, ['scenarios'], false),
    ...namedIn(tests, ['tests'], true),
  ];
}

/** Files by name below a value; those that hold code are left alone, because they are not read. */
function namedIn(value: Json, origin: DocumentPath, isTests: boolean): readonly IncludedFile[] {
  if (typeof value === 'string') {
    const isNamed =
      value.startsWith('file://') || (origin.length <= 2 && PLAIN[String(origin[0])]?.test(value) === true);
    const path = value.replace(/^file:\/\//, '');
    return isNamed && !CODE.test(path) ? [{ path, origin, isTests: isTests && origin.length <= 2 }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => namedIn(item, [...origin, index], isTests));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => namedIn(item, [...origin, key], isTests));
}

const CODE = /\.(?:[cm]?[jt]s|py|rb|sh)(?::[\w.]+)?$/;

/** Names of files that promptfoo takes without `file://`. */
const PLAIN: Readonly<Record<string, RegExp | undefined>> = {
  tests: /^[^\s{]+\.(?:csv|jsonl?|ya?ml|tsv|xlsx?)$/,
  prompts: /^[^\s{]+\.(?:txt|md|csv|jsonl?|ya?ml|j2)$/,
};

/**
 * A file of cases with the files that it names. The rows of a file of tests become a document of their own, which keeps the lines of that
 * file and what the naming document says beside its tests.
 */
export function withIncluded(
  file: CaseFile,
  read: (document: LocatedDocument, path: string) => IncludedText,
): CaseFile {
  const broken: Issue[] = [...file.broken];
  const documents = file.documents.flatMap((document): readonly LocatedDocument[] => {
    const included = includedFiles(document);
    const others: LocatedDocument[] = [];
    let { value } = document;
    for (const { path, origin, isTests } of included) {
      const found = /[*?[\]{}]/.test(path)
        ? { problem: `"${path}" is a pattern; name the files one by one` }
        : read(document, path);
      if ('problem' in found) {
        broken.push(issueAt(document, origin, found.problem));
        value = replaced(value, origin, isTests ? standIn(origin) : '');
      } else if (isTests) {
        const tests = testsOf(document, path, found.text, value);
        if ('issues' in tests) broken.push(...tests.issues);
        else others.push(tests.document);
        value = replaced(value, origin, standIn(origin));
      } else {
        const content = contentOf(path, found.text);
        if ('issues' in content) broken.push(...content.issues);
        value = replaced(value, origin, 'issues' in content ? '' : content.value);
      }
    }
    return [{ ...document, value }, ...others];
  });
  return { documents, broken };
}

/** What stands in the place of a file of tests: an item of the list, or the list. */
function standIn(origin: DocumentPath): Json {
  return origin.length === 1 ? [STAND_IN] : STAND_IN;
}

type Tests = { readonly document: LocatedDocument } | { readonly issues: readonly Issue[] };

function testsOf({ file }: LocatedDocument, path: string, text: string, parent: Json): Tests {
  const name = beside(file, path);
  const parsed = parseSoundDocuments(text, name);
  if ('issues' in parsed) return parsed;
  if (parsed.broken.length > 0) return { issues: parsed.broken };
  const placed = parsed.documents.flatMap((document) =>
    Array.isArray(document.value)
      ? document.value.map((row: Json, index) => ({ row, document, at: [index] }))
      : [{ row: document.value, document, at: [] }],
  );
  const { prompts, defaultTest } = isJsonObject(parent) ? parent : {};
  const value: JsonObject = {
    prompts: prompts ?? [],
    ...(defaultTest === undefined ? {} : { defaultTest }),
    tests: placed.map(({ row }) => row),
  };
  const locate: LocatedDocument['locate'] = ([key, index, ...rest]) => {
    const found = key === 'tests' ? placed[Number(index ?? 0)] : undefined;
    return found === undefined ? { line: 1, column: 1 } : found.document.locate([...found.at, ...rest]);
  };
  return { document: { file: name, value, locate } };
}

function contentOf(path: string, text: string): { readonly value: Json } | { readonly issues: readonly Issue[] } {
  if (/\.(?:csv|jsonl|tsv|xlsx?)$/i.test(path))
    return { issues: [{ severity: 'error', file: path, line: 1, column: 1, path: '', message: ROWS }] };
  if (!/\.(?:json|ya?ml)$/i.test(path)) return { value: text.replace(/\r?\n$/, '') };
  const parsed = parseSoundDocuments(text, path);
  if ('issues' in parsed) return parsed;
  return { value: parsed.documents[0]?.value ?? null };
}

const ROWS = 'only tests may be rows of a file; write these as YAML or JSON';

function replaced(value: Json, [step, ...rest]: DocumentPath, by: Json): Json {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((item: Json, index) => (index === step ? replaced(item, rest, by) : item));
  if (!isJsonObject(value)) return value;
  return { ...value, [step]: replaced(value[step] ?? null, rest, by) };
}

/** A path as the file itself is named, `..` and `.` resolved. */
export function beside(file: string, path: string): string {
  const steps: string[] = [];
  for (const step of [...file.split('/').slice(0, -1), ...path.split('/')]) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}
