import * as z from 'zod';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#domain/document/contradictions.ts';
import { jsonMapping } from '#domain/document/json-mapping.ts';
import { strictMapping } from '#domain/document/strict-mapping.ts';
import { expected } from '#domain/document/zod-messages.ts';
import { regexProblem } from '#domain/matching/regex.ts';
import { schemaPatternProblems } from '#domain/matching/schema-pattern.ts';
import type { ResponseExpectation } from '../expectation.ts';
import { NOT_YET } from './not-yet.ts';

const phrase = z.string().min(1);
const phrases = z.array(phrase, { error: expected('a list of texts such as ["refund"]') }).min(1);

/** A regular expression in RE2 syntax. */
export const patternSchema = z.string().superRefine((source, context) => {
  const problem = source === '' ? 'expected a regular expression, found an empty text' : regexProblem(source);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

/** `response:` of an expectation: what must hold of the agent's answer. */
export const responseSchema = strictMapping(
  {
    contains: phrases.describe('Texts that the answer must contain, in upper or lower case').exactOptional(),
    not_contains: phrases.describe('Texts that the answer must not contain').exactOptional(),
    matches: z
      .array(patternSchema, { error: expected('a list of regular expressions') })
      .min(1)
      .describe('Regular expressions (RE2 syntax) that must each match somewhere in the answer')
      .exactOptional(),
    equals: z.string().describe('The whole answer').exactOptional(),
    json_schema: jsonMapping('a JSON Schema')
      .superRefine((schema, context) => {
        for (const { path, message } of schemaPatternProblems(schema))
          context.addIssue({ code: 'custom', path: [...path], message });
      })
      .describe('JSON Schema that the answer, read as JSON, must satisfy')
      .exactOptional(),
    case_sensitive: z.boolean().describe('true: contains and not_contains are case-sensitive').exactOptional(),
  },
  NOT_YET,
)
  .superRefine(contradictions(responseContradictions), ALWAYS)
  .transform(
    (response): ResponseExpectation => ({
      contains: response.contains ?? [],
      not_contains: response.not_contains ?? [],
      matches: response.matches ?? [],
      equals: response.equals ?? null,
      json_schema: response.json_schema ?? null,
      case_sensitive: response.case_sensitive ?? false,
    }),
  );

function responseContradictions(response: UncheckedMapping): readonly Contradiction[] {
  const demands = ['contains', 'not_contains', 'matches', 'equals', 'json_schema'];
  if (!demands.some((key) => key in response))
    return [[null, `demands nothing; write at least one of ${demands.join(', ')}`]];
  const hasPhrases = 'contains' in response || 'not_contains' in response;
  if ('case_sensitive' in response && !hasPhrases)
    return [['case_sensitive', 'has no effect without `contains` or `not_contains`; remove the key']];
  return [];
}
