import type { ResponseExpectation } from '#domain/suite/expectation.ts';
import type { Check } from './check.ts';
import { fails } from './judgement.ts';
import { containsPart } from './response/contains.ts';
import { equalsPart } from './response/equals.ts';
import { jsonSchemaPart } from './response/json-schema.ts';
import { matchesPart } from './response/matches.ts';
import { notContainsPart } from './response/not-contains.ts';
import type { ResponsePart } from './response/response-part.ts';
import { judgeSimilar } from './response/similar.ts';

const parts: readonly ResponsePart[] = [containsPart, notContainsPart, matchesPart, equalsPart, jsonSchemaPart];

/**
 * `response`: the text of the answer. Parts: `response.contains`, `.not_contains`, `.matches`, `.equals`, `.json_schema`, and
 * `.similar` by each measure. No answer satisfies none.
 */
export const responseCheck: Check<ResponseExpectation> = {
  key: 'response',
  judge: (expectation, { output }) => [
    ...parts
      .filter((part) => part.demanded(expectation))
      .map((part) => ({
        name: `response.${part.name}`,
        ...(output === null ? fails('no_answer', 0, 'the agent gave no answer') : part.judge(expectation, output)),
      })),
    ...(expectation.similar === undefined ? [] : judgeSimilar(expectation.similar, output)),
  ],
};
