import type { ResponseExpectation } from '#cases/suite/expectation.ts';
import { textParts } from './response/grade-text.ts';
import { answerText, isBlank } from './response/silence.ts';
import { gradeSimilar, NO_ANSWER } from './response/similar.ts';
import type { Check } from './terms/check.ts';

/**
 * `response`: the text of the answer. Parts: `response.contains`, `.not_contains`, `.matches`, `.equals`, `.json_schema`, and
 * `.similar` by each measure. A missing answer satisfies no part, and an answer without visible characters counts as missing;
 * only `equals` can ask for it.
 */
export const responseCheck: Check<ResponseExpectation> = {
  key: 'response',
  judge: (expectation, { output, end }) => {
    const answer = answerText(output) ?? (isSilenceAsked(expectation) && end.kind === 'completed' ? '' : null);
    const parts = textParts
      .filter((part) => part.demanded(expectation))
      .map((part) => ({
        name: `response.${part.name}`,
        ...(answer === null ? NO_ANSWER : part.judge(expectation, answer)),
      }));
    return expectation.similar === undefined ? parts : [...parts, ...gradeSimilar(expectation.similar, answer)];
  },
};

function isSilenceAsked({ equals }: ResponseExpectation): boolean {
  return equals !== null && isBlank(equals);
}
