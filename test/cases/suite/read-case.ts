import type { Case } from '#cases/suite/case.ts';
import type { CaseDefaults } from '#cases/suite/parsing/merge-defaults.ts';
import { type ParsedCase, parseCase } from '#cases/suite/parsing/parse-case.ts';
import { parseDocuments } from '#common/document/parsing/parse-documents.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';

/** Reads the single case of a YAML text, as a file `c.yml`. */
export function readCase(text: string, defaults?: CaseDefaults): ParsedCase {
  const parsed = parseDocuments(text, 'c.yml');
  if ('issues' in parsed) return parsed;
  const [document] = parsed.documents;
  if (document === undefined) throw new Error('no document');
  return parseCase(document.value, { document, path: [] }, defaults);
}

/** The case of a text that must be valid. */
export function validCase(text: string, defaults?: CaseDefaults): Case {
  const parsed = readCase(text, defaults);
  mustBeRead(parsed);
  return parsed.case;
}
