import type { DocumentPath, LocatedDocument } from './located-document.ts';
import { pathText } from './path-text.ts';

/** One problem of a config or case file; lines and columns count from 1. */
export interface Issue {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** `cases[2].expect.tools.order`; empty for the whole file. */
  readonly path: string;
  /** What is wrong, what was expected, how to fix it. */
  readonly message: string;
}

/** An issue about the value at `path` of a document. */
export function issueAt(
  document: LocatedDocument,
  path: DocumentPath,
  message: string,
  severity: Issue['severity'] = 'error',
): Issue {
  return { severity, file: document.file, ...document.locate(path), path: pathText(path), message };
}

/** An error about a file as a whole. */
export function wholeFile(file: string, message: string): Issue {
  return lineIssue({ file, line: 1 }, '', message);
}

/** An issue about a line. */
export function lineIssue(
  { file, line }: Pick<Issue, 'file' | 'line'>,
  path: string,
  message: string,
  severity: Issue['severity'] = 'error',
): Issue {
  return { severity, file, line, column: 1, path, message };
}
