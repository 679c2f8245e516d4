import type { ResponseExpectation } from '#domain/suite/expectation.ts';
import type { Check } from './check.ts';
import { textParts } from './response/judge-text.ts';
import { judgeSimilar, NO_ANSWER } from './response/similar.ts';

/**
 * `response`: the text of the answer. Parts: `response.contains`, `.not_contains`, `.matches`, `.equals`, `.json_schema`, and
 * `.similar` by each measure. No answer satisfies none.
 */
export const responseCheck: Check<ResponseExpectation> = {
  key: 'response',
  judge: (expectation, { output }) => [
    ...textParts
      .filter((part) => part.demanded(expectation))
      .map((part) => ({
        name: `response.${part.name}`,
        ...(output === null ? NO_ANSWER : part.judge(expectation, output)),
      })),
    ...(expectation.similar === undefined ? [] : judgeSimilar(expectation.similar, output)),
  ],
};
