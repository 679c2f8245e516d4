import * as z from 'zod';
import { schemaPatternProblems } from '#cases/matching/schema-pattern.ts';
import { regexProblem } from '#cases/matching/texts/regex.ts';
import { ALWAYS, type Contradiction, contradictions, type UncheckedMapping } from '#common/document/contradictions.ts';
import { jsonMapping } from '#common/document/json-mapping.ts';
import { strictMapping } from '#common/document/strict-mapping.ts';
import { expected } from '#common/document/zod-messages.ts';
import { keysOf } from '#common/keyed.ts';
import type { ResponseExpectation } from '../expectation.ts';
import { RESPONSE_ROWS } from '../response/rows.ts';
import { NOT_YET } from './not-yet.ts';
import { similarSchema } from './similar-schema.ts';

const phrase = z.string().min(1);
const phrases = z.array(phrase, { error: expected('a list of texts such as ["refund"]') }).min(1);

/** A regular expression in RE2 syntax. */
export const patternSchema = z.string().superRefine((source, context) => {
  const problem = source === '' ? 'expected a regular expression, found an empty text' : regexProblem(source);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});

/**
 * What can be demanded of any text.
 *
 * @param noun of the text: `the file`
 */
export function textShape(noun: string) {
  return {
    contains: phrases.describe(`Texts that ${noun} must contain, in upper or lower case`).exactOptional(),
    not_contains: phrases.describe(`Texts that ${noun} must not contain`).exactOptional(),
    matches: z
      .array(patternSchema, { error: expected('a list of regular expressions') })
      .min(1)
      .describe(`Regular expressions (RE2 syntax) that must each match somewhere in ${noun}`)
      .exactOptional(),
    equals: z
      .string()
      .describe(noun === ANSWER ? 'The whole answer' : `All of ${noun}`)
      .exactOptional(),
    json_schema: jsonMapping('a JSON Schema')
      .superRefine((schema, context) => {
        for (const { path, message } of schemaPatternProblems(schema))
          context.addIssue({ code: 'custom', path: [...path], message });
      })
      .describe(`JSON Schema that ${noun}, read as JSON, must satisfy`)
      .exactOptional(),
    case_sensitive: z.boolean().describe('true: contains and not_contains are case-sensitive').exactOptional(),
  } satisfies { readonly [Key in keyof TextDemands]-?: z.ZodType<TextDemands[Key] | undefined> };
}

const ANSWER = 'the answer';

/** `response:` of an expectation: what must hold of the agent's answer. */
export const responseSchema = strictMapping(
  {
    ...textShape(ANSWER),
    similar: similarSchema.describe('Texts that the answer must be similar to, and how similar').exactOptional(),
  },
  NOT_YET,
)
  .superRefine(contradictions(responseContradictions), ALWAYS)
  .transform(({ similar, ...text }): ResponseExpectation => ({ ...asWhole(text), ...(similar && { similar }) }));

/** What can be demanded of any text: similarity is demanded of answers alone. */
type TextDemands = Omit<ResponseExpectation, 'similar'>;

/** As written: missing keys demand nothing. */
type WrittenText = Partial<TextDemands>;

/** The demands that can be made of any text. */
export const TEXT_DEMANDS = keysOf(RESPONSE_ROWS).filter((name) => name !== 'similar');

/** A demand with every key; `null`: it demands nothing. */
export function demandOf(text: WrittenText): ResponseExpectation | null {
  return TEXT_DEMANDS.some((key) => text[key] !== undefined) ? asWhole(text) : null;
}

function asWhole(text: WrittenText): ResponseExpectation {
  return {
    ...text,
    contains: text.contains ?? [],
    not_contains: text.not_contains ?? [],
    matches: text.matches ?? [],
    equals: text.equals ?? null,
    json_schema: text.json_schema ?? null,
    case_sensitive: text.case_sensitive ?? false,
  };
}

function responseContradictions(response: UncheckedMapping): readonly Contradiction[] {
  const demands = [...TEXT_DEMANDS, 'similar'];
  if (!demands.some((key) => key in response))
    return [[null, `demands nothing; write at least one of ${demands.join(', ')}`]];
  return idleCase(response);
}

/** `case_sensitive` where nothing is looked for. */
export function idleCase(response: UncheckedMapping): readonly Contradiction[] {
  const hasPhrases = 'contains' in response || 'not_contains' in response;
  if ('case_sensitive' in response && !hasPhrases)
    return [['case_sensitive', 'has no effect without `contains` or `not_contains`; remove the key']];
  return [];
}
