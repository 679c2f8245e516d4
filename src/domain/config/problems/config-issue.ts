import type { Issue } from '#domain/document/issue.ts';
import type { DocumentPath } from '#domain/document/located-document.ts';
import type { ParsedDocument } from '#domain/document/parsed-document.ts';
import { pathText } from '#domain/document/path-text.ts';

/** An error about the value at a path of the config. */
export function configIssue(config: ParsedDocument, path: DocumentPath, message: string): Issue {
  return { severity: 'error', file: config.file, ...config.locate(path), path: pathText(path), message };
}

/** An error about a file as a whole. */
export function wholeFile(file: string, message: string): Issue {
  return { severity: 'error', file, line: 1, column: 1, path: '', message };
}
