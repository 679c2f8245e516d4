import type { Issue } from '#common/document/issue.ts';
import type { DocumentPath, LocatedDocument } from '#common/document/located-document.ts';
import { pathText } from '#common/document/path-text.ts';

/** An issue about the value at `path` of a document. */
export function issueAt(
  document: LocatedDocument,
  path: DocumentPath,
  message: string,
  severity: Issue['severity'] = 'error',
): Issue {
  return { severity, file: document.file, ...document.locate(path), path: pathText(path), message };
}
