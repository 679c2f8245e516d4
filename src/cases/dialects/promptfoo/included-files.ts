import { type Issue, issueAt } from '#common/document/issue.ts';
import type { DocumentPath, LocatedDocument } from '#common/document/located-document.ts';
import { parseSoundDocuments, type SoundDocuments } from '#common/document/parsing/parse-documents.ts';
import { isJsonObject, type Json } from '#common/json.ts';
import type { CaseFile } from '../parse-cases-in.ts';

/** The files that a config names. */
export interface IncludedFiles {
  /** A path from the folder of a file, as that file itself is named. */
  pathFrom(file: string, path: string): string;
  /** The text of a file, or why it can't be read (a sentence). */
  read(path: string): Promise<{ readonly text: string } | { readonly problem: string }>;
}

/**
 * promptfoo's config with the files that it names. The rows of a file of tests become a document of their own, which keeps the
 * lines of that file and the prompts and the default test of the config; the content of any other file replaces its name.
 */
export async function withIncluded(file: CaseFile, files: IncludedFiles): Promise<CaseFile> {
  const row_issues: Issue[] = [...file.row_issues];
  const documents: LocatedDocument[] = [];
  for (const document of file.documents) {
    let { value } = document;
    const others: LocatedDocument[] = [];
    for (const { path, origin } of includedIn(value)) {
      const areTests = origin[0] === 'tests' && origin.length <= 2;
      const name = files.pathFrom(document.file, path);
      const isPattern = /[*?[\]{}]/.test(path);
      const source = isPattern
        ? { problem: `"${path}" is a pattern; name the files one by one` }
        : await files.read(name);
      const content =
        'problem' in source ? { issues: [issueAt(document, origin, source.problem)] } : contentOf(name, source.text);
      row_issues.push(...('issues' in content ? content.issues : content.row_issues));
      const contents = 'issues' in content ? [] : content.documents;
      if (areTests) others.push(...contents.map((tests) => withPrompts(tests, value)));
      value = replaceAt(value, origin, areTests ? null : (contents[0]?.value ?? ''));
    }
    documents.push({ ...document, value }, ...others);
  }
  return { documents, row_issues };
}

/** The rows of a file of tests, with what the config says besides its own. */
function withPrompts(tests: LocatedDocument, config: Json): LocatedDocument {
  const { prompts = [], defaultTest = null } = isJsonObject(config) ? config : {};
  const rows = Array.isArray(tests.value) ? tests.value : [tests.value];
  const value = { prompts, defaultTest, tests: rows };
  const isList = Array.isArray(tests.value);
  return {
    file: tests.file,
    value,
    locate: ([key, index = 0, ...rest]) =>
      key === 'tests' ? tests.locate(isList ? [index, ...rest] : rest) : firstLine(),
  };
}

const firstLine = () => ({ line: 1, column: 1 });

function contentOf(name: string, text: string): SoundDocuments {
  if (/\.(?:ya?ml|jsonl?|csv)$/i.test(name)) return parseSoundDocuments(text, name);
  const document = { file: name, value: text.replace(/\r?\n$/, ''), locate: firstLine, locateKey: firstLine };
  return { documents: [document], row_issues: [] };
}

function replaceAt(value: Json, [step, ...rest]: DocumentPath, by: Json): Json {
  if (step === undefined) return by;
  if (Array.isArray(value))
    return value.map((item: Json, index) => (index === step ? replaceAt(item, rest, by) : item));
  return isJsonObject(value) ? { ...value, [step]: replaceAt(value[step] ?? null, rest, by) } : value;
}

type Named = { readonly path: string; readonly origin: DocumentPath };

/** Files by name below what is read; those that hold code are left alone. Those of tests come last. */
function includedIn(value: Json): readonly Named[] {
  if (!isJsonObject(value)) return [];
  return ['prompts', 'defaultTest', 'tests'].flatMap((key) => namedIn(value[key] ?? null, [key]));
}

function namedIn(value: Json, origin: DocumentPath): readonly Named[] {
  if (typeof value === 'string') {
    const isNamed = value.startsWith('file://') || (origin.length <= 2 && PLAIN.test(value));
    return isNamed && !CODE.test(value) ? [{ path: value.replace(/^file:\/\//, ''), origin }] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => namedIn(item, [...origin, index]));
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, item]) => namedIn(item, [...origin, key])) : [];
}

const CODE = /\.(?:[cm]?[jt]s|py|rb|sh)(?::[\w.]+)?$/;

/** Names that promptfoo takes without `file://`. */
const PLAIN = /^[^\s{]+\.(?:csv|jsonl?|ya?ml|txt|md)$/;
