import type { CaseReading } from '#domain/dialects/case-reading.ts';
import { canonical } from '#domain/dialects/formats/canonical.ts';
import { type CaseFile, type ParsedCases, parseCasesIn } from '#domain/dialects/parse-cases-in.ts';
import { documentFormat } from '#domain/dialects/recognition/document-format.ts';
import type { CaseDefaults } from '#domain/suite/parsing/merge-defaults.ts';

/** Reads a file of cases of any dialect. Those of others are loaded with the first file that is not plainly in our own format. */
export async function parseCaseFile(
  file: CaseFile,
  reading: CaseReading,
  defaults?: CaseDefaults,
): Promise<ParsedCases> {
  if (isCanonical(file, reading)) return parseCasesIn([canonical], file, reading, defaults);
  const { parseCases } = await import('#domain/dialects/parse-cases.ts');
  return parseCases(file, reading, defaults);
}

function isCanonical({ documents }: CaseFile, { dialect }: CaseReading): boolean {
  if (dialect.columns !== undefined) return false;
  return documents.every(({ value }) => {
    const format = documentFormat(value);
    return format.kind === 'known' && format.name === 'canonical';
  });
}
