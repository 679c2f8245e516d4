import type { Case } from '#cases/suite/case.ts';
import { expectHash, inputHash } from '#cases/suite/case-hashes.ts';
import { type Issue, lineIssue } from '#common/document/issue.ts';
import { groupBy } from '#common/group-by.ts';
import { listed } from '#common/words.ts';
import { phraseInQuestion } from './dull-cases.ts';

/** The warnings of `validate` about cases that ask and demand the same: one of them only costs. */
export function twinWarnings(cases: readonly Case[]): readonly Issue[] {
  const alike = groupBy(own(cases), (evalCase) => `${inputHash(evalCase)} ${expectHash(evalCase)}`);
  return [...alike.values()].flatMap(([first, ...twins]) =>
    twins.map(({ id, source }) =>
      lineIssue(
        source,
        '',
        `${id} asks and demands what ${first?.id} does; remove one of them, or let them differ`,
        'warning',
      ),
    ),
  );
}

/** What weakens a suite and may be meant, as lines of `validate`. */
export function weakWords(cases: readonly Case[]): readonly string[] {
  const leaks = own(cases).flatMap((evalCase) => {
    const phrase = phraseInQuestion(evalCase);
    return phrase === null ? [] : [`${evalCase.id} (${JSON.stringify(phrase)})`];
  });
  const tags = groupBy(
    own(cases).flatMap((evalCase) => evalCase.tags),
    (tag) => tag,
  );
  const single = [...tags].flatMap(([tag, { length }]) => (length === 1 ? [tag] : []));
  return [
    ...(leaks.length === 0
      ? []
      : [
          `in the question already: a phrase that the answer must contain, so no tool has to find it: ${listed(leaks, 10)}`,
        ]),
    ...(single.length === 0 || single.length === tags.size
      ? []
      : [`tags of a single case, whose figures are of that case alone: ${listed(single, 10)}`]),
  ];
}

/** Without those that are derived from others, and so are alike on purpose. */
function own(cases: readonly Case[]): readonly Case[] {
  return cases.filter(({ variant }) => variant === undefined);
}
