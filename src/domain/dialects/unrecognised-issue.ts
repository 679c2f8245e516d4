import type { Issue } from '#domain/document/issue.ts';
import type { LocatedDocument } from '#domain/document/located-document.ts';
import { issueAt } from './issue-at.ts';
import type { Recognition } from './recognition/recognise-dialect.ts';
import { tellingFields } from './recognition/row-formats.ts';

/** Why a document is in no dialect that can be read. */
export function unrecognisedIssue(
  document: LocatedDocument,
  recognition: Exclude<Recognition, { readonly kind: 'dialect' }>,
): Issue {
  switch (recognition.kind) {
    case 'mixed':
      return issueAt(
        document,
        recognition.path,
        `down to here the file has fields of ${recognition.names.join(' and ')}; keep to one format in a file`,
      );
    case 'unknown':
      return issueAt(document, [], `no known case format has these fields; expected ${known()}`);
  }
}

function known(): string {
  return Object.entries(tellingFields)
    .map(([name, fields]) => `${name} (${fields})`)
    .join('; ');
}
