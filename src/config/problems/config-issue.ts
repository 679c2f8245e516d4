import type { Issue } from '#common/document/issue.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { pathText } from '#common/document/path-text.ts';

/** An error about the value at a path of the config. */
export function configIssue(config: ParsedDocument, path: DocumentPath, message: string): Issue {
  return { severity: 'error', file: config.file, ...config.locate(path), path: pathText(path), message };
}

/** An error about a file as a whole. */
export function wholeFile(file: string, message: string): Issue {
  return { severity: 'error', file, line: 1, column: 1, path: '', message };
}
