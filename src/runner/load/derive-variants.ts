import type { Case } from '#cases/suite/case.ts';
import { type DerivedCases, deriveCases } from '#cases/suite/variants/derive-cases.ts';
import { keyOf, parseWrittenTexts, type TextKey, type WrittenTexts } from '#cases/suite/variants/written-texts.ts';
import { type Issue, issueAt, lineIssue, wholeFile } from '#common/document/issue.ts';
import type { ParsedDocument } from '#common/document/parsed-document.ts';
import { ownCommand } from '#common/tool.ts';
import { listed, plural } from '#common/words.ts';
import type { Config } from '#config/config.ts';
import type { SuiteFiles } from '#ports/ports.ts';

/** The cases of a suite with their variants. */
export interface VariedCases extends Pick<DerivedCases, 'missing' | 'same' | 'silent'> {
  /** Every text that a model has to write. */
  readonly needed: readonly TextKey[];
  readonly cases: readonly Case[];
  /** The texts that a model has written. */
  readonly texts: WrittenTexts;
  readonly issues: readonly Issue[];
}

/** Derives the variants of cases; the file with written texts is read only if one is needed. */
export async function deriveVariants(
  files: Pick<SuiteFiles, 'read' | 'locate' | 'exists'>,
  { variants }: Pick<Config, 'variants'>,
  cases: readonly Case[],
  document: ParsedDocument,
): Promise<VariedCases> {
  const without = deriveCases(cases, variants.kinds, new Map());
  const path = files.locate(variants.file);
  const read = without.missing.length === 0 ? { texts: NO_TEXTS, issues: [] } : await readTexts(files, path);
  const derived = read.texts.size === 0 ? without : deriveCases(cases, variants.kinds, read.texts);
  const { missing, same, silent } = derived;
  return {
    cases: derived.cases,
    texts: read.texts,
    needed: uniqueKeys(without.missing.map(({ key }) => key)),
    missing,
    same,
    silent,
    issues: [
      ...read.issues,
      ...derived.overlong.map(({ id, original }) =>
        caseIssue(original, `its variant ${id} would have an id of more than 128 characters; write a shorter id`),
      ),
      ...silent
        .filter((item) => (item.variants ?? []).length > 0)
        .map((item) =>
          caseIssue(
            item,
            'it has no message to vary, because its simulated user opens; write `input`, or remove the key',
          ),
        ),
      ...(cases.length > 0 && variants.kinds.length > 0 && silent.length === cases.length
        ? [issueAt(document, ['variants'], 'no case has a message to vary; remove the key')]
        : []),
    ],
  };
}

const NO_TEXTS: WrittenTexts = new Map();

async function readTexts(
  files: Pick<SuiteFiles, 'read' | 'exists'>,
  path: string,
): Promise<{ readonly texts: WrittenTexts; readonly issues: readonly Issue[] }> {
  if (!(await files.exists(path))) return { texts: NO_TEXTS, issues: [] };
  const source = await files.read(path);
  if ('problem' in source) return { texts: NO_TEXTS, issues: [wholeFile(path, source.problem)] };
  const parsed = parseWrittenTexts(source.text, path);
  return 'issues' in parsed ? { texts: NO_TEXTS, issues: parsed.issues } : { texts: parsed.texts, issues: [] };
}

function uniqueKeys(keys: readonly TextKey[]): readonly TextKey[] {
  return [...new Map(keys.map((key) => [keyOf(key), key])).values()];
}

/** Texts that are not written yet: one issue for each case, whose number of variants can be large. */
export function missingTexts({ missing }: Pick<VariedCases, 'missing'>, path: string): readonly Issue[] {
  const byCase = new Map<Case, Set<string>>();
  for (const { original, id } of missing) byCase.set(original, (byCase.get(original) ?? new Set()).add(id));
  return [...byCase].map(([original, ids]) => {
    const some = listed([...ids], 5);
    const texts = ids.size === 1 ? 'the text of its variant' : `the texts of ${plural(ids.size, 'variant')}`;
    return caseIssue(
      original,
      `${texts} ${some} ${ids.size === 1 ? 'is' : 'are'} not in ${path}; run \`${ownCommand('variants --write')}\`, which asks the model of \`variants.model\`, and commit the file`,
    );
  });
}

function caseIssue({ id, source }: Case, message: string): Issue {
  return lineIssue(source, 'variants', `case ${id}: ${message}`);
}
