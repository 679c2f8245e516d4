import { beside, type IncludedText, includedFiles, withIncluded } from '#domain/dialects/included-files.ts';
import type { CaseFile } from '#domain/dialects/parse-cases-in.ts';

/**
 * A file of cases with the files that it names by `file://`.
 *
 * @param read takes a path as the file itself is named
 */
export async function readIncluded(file: CaseFile, read: (path: string) => Promise<IncludedText>): Promise<CaseFile> {
  const texts = new Map<string, IncludedText>();
  for (const document of file.documents) {
    for (const { path } of includedFiles(document)) {
      const full = beside(document.file, path);
      if (!texts.has(full)) texts.set(full, path.startsWith('/') ? ABSOLUTE : await read(full));
    }
  }
  if (texts.size === 0) return file;
  const missing = { problem: 'not read' };
  return withIncluded(file, (document, path) => texts.get(beside(document.file, path)) ?? missing);
}

const ABSOLUTE: IncludedText = { problem: 'an absolute path; name the file relative to this one' };
