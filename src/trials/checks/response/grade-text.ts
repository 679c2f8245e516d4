import type { ResponseExpectation } from '#cases/suite/expectation.ts';
import type { ResponsePartName } from '#cases/suite/response/rows.ts';
import type { CheckResult } from '../terms/check.ts';
import { fails } from '../terms/judgement.ts';
import { shownValue } from '../terms/shown.ts';
import { containsPart } from './contains.ts';
import { equalsPart } from './equals.ts';
import { jsonSchemaPart } from './json-schema.ts';
import { matchesPart } from './matches.ts';
import { notContainsPart } from './not-contains.ts';
import type { ResponsePart } from './response-part.ts';

/** How each demand on a text is judged: one that has no row here does not compile. Similarity is demanded of answers alone. */
const PARTS: { readonly [Name in Exclude<ResponsePartName, 'similar'>]: ResponsePart } = {
  contains: containsPart,
  not_contains: notContainsPart,
  matches: matchesPart,
  equals: equalsPart,
  json_schema: jsonSchemaPart,
};

/** What can be demanded of any text, in the order of reports. */
export const textParts: readonly ResponsePart[] = Object.values(PARTS);

/**
 * Judges another text than the answer.
 *
 * @param text `null`: it can't be read
 * @param place what it is called, and where it is: the path of a file
 */
export function gradeText(
  demand: ResponseExpectation,
  text: string | null,
  { noun, where }: { readonly noun: 'file' | 'output'; readonly where: string },
): readonly CheckResult[] {
  return textParts
    .filter((part) => part.demanded(demand))
    .map((part) => {
      const judgement = text === null ? fails('not_text', 0, { kind: 'not_text' }) : part.judge(demand, text);
      return { name: part.name, ...judgement, fact: { ...judgement.fact, place: { noun, where: shownValue(where) } } };
    });
}
