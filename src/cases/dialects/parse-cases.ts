import type { CaseDefaults } from '#cases/suite/parsing/merge-defaults.ts';
import type { CaseReading } from './case-reading.ts';
import { type CaseFile, type ParsedCases, parseCasesIn } from './parse-cases-in.ts';
import { dialects } from './registry.ts';

/** Reads cases of any dialect: {@link parseCasesIn}. */
export function parseCases(file: CaseFile, reading: CaseReading, defaults?: CaseDefaults): ParsedCases {
  return parseCasesIn(dialects, file, reading, defaults);
}
