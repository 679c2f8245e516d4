import { type Issue, wholeFile } from '#common/document/issue.ts';
import type { Config } from '#config/config.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import type { SuiteFiles } from '#ports/ports.ts';
import { deriveVariants, type VariedCases } from './derive-variants.ts';
import { readCases } from './read-cases.ts';

/** The cases of a suite with their variants, whether or not all texts are written; or what is wrong with config and cases. */
export async function readVariants(
  files: SuiteFiles,
  configPath: string,
): Promise<{ readonly config: Config; readonly varied: VariedCases } | { readonly issues: readonly Issue[] }> {
  const source = await files.read(configPath);
  if ('problem' in source) return { issues: [wholeFile(configPath, source.problem)] };
  const parsed = parseConfig(source.text, configPath);
  if ('issues' in parsed) return parsed;
  const { config, document } = parsed;
  const read = await readCases(files, document, config);
  const errors = read.issues.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { issues: errors };
  const varied = await deriveVariants(files, config, read.cases, document);
  return varied.issues.length > 0 ? { issues: varied.issues } : { config, varied };
}
