import { it } from 'vitest';
import { toolMocksSchema } from '#cases/tools/mocks-schema.ts';
import { formatIssue } from '#common/document/format-issue.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { readValue } from '#common/document/read-value.ts';
import { expectSaid } from '#test/support/said.ts';

function read(text: string): readonly string[] {
  const parsed = parseDocuments(text, 'mocks.yml');
  if ('issues' in parsed) return parsed.issues.map(formatIssue);
  const [document] = parsed.documents;
  if (document === undefined) return ['no document'];
  const value = readValue(toolMocksSchema, document.value, { document, path: [] });
  return 'issues' in value
    ? value.issues.map(formatIssue)
    : Object.values(value.value).map((mock) => JSON.stringify(mock));
}

it('a mock is read, or refused at its place', () => {
  return expectSaid(new URL('golden/mocks.txt', import.meta.url), read);
});
