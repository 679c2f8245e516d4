import { type OutputUnit, type Schema, type SchemaDraft, Validator } from '@cfworker/json-schema';
import { composeTexts } from '#cases/matching/texts/fold-text.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { parseJsonText } from '#common/json-text.ts';
import type { TextFact } from '#trials/facts/text-facts.ts';
import { fails, holds, type Judgement, unjudged } from '../terms/judgement.ts';
import { shownValue } from '../terms/shown.ts';
import { makeLinear, PATTERN_FORMAT } from './linear-schema.ts';
import type { ResponsePart } from './response-part.ts';
import { makeUniqueLinear, UNIQUE_ITEMS } from './unique-items.ts';

/** The answer is JSON (alone, or one fenced block) that satisfies the schema; draft 2020-12 unless `$schema` says otherwise, patterns in RE2 syntax. Score: 1 or 0. */
export const jsonSchemaPart: ResponsePart = {
  name: 'json_schema',
  demanded: ({ json_schema }) => json_schema !== null,
  judge: ({ json_schema }, answer) => {
    const parsed = parseAnswer(answer);
    if (parsed.kind === 'invalid')
      return fails('not_json', 0, { kind: 'not_json', problem: parsed.problem, text: shownValue(answer) });
    const [schema, value = null] = withStandIns([composeTexts(json_schema ?? {}), composeTexts(parsed.value)]);
    return validate(isJsonObject(schema) ? schema : {}, value);
  },
};

function validate(schema: JsonObject, value: Json): Judgement {
  try {
    const copy: Schema & JsonObject = structuredClone(schema);
    const validator = new Validator(copy, draftOf(schema), true);
    makeLinear(copy, value);
    const isUnique = makeUniqueLinear(copy, value);
    const { valid, errors } = validator.validate(value);
    if (valid) return holds(1, { kind: 'schema', violation: null });
    return fails('schema_violation', 0, { kind: 'schema', violation: deepest(errors, isUnique) });
  } catch (error) {
    // A reference that leads nowhere shows only when it is followed.
    const problem = error instanceof Error ? error.message : String(error);
    return unjudged('invalid_schema', { kind: 'invalid_schema', problem: problem.split('\n')[0] ?? '' });
  }
}

/** Errors come from the outside in; the last one is the deepest and most specific. */
function deepest(errors: readonly OutputUnit[], isUnique: boolean): Extract<TextFact, { kind: 'schema' }>['violation'] {
  const error = errors.at(-1);
  if (error === undefined) return null;
  const at = error.instanceLocation === '#' ? null : error.instanceLocation;
  if (isUnique && UNIQUE_ITEMS.test(error.keywordLocation))
    return { at, problem: 'Duplicate items.', rule: error.keywordLocation.replace(UNIQUE_ITEMS, 'uniqueItems') };
  // The validator's words name the format that stands in for the pattern.
  return error.keyword === 'format' && error.error.includes(`"${PATTERN_FORMAT}`)
    ? {
        at,
        problem: 'String does not match pattern.',
        rule: error.keywordLocation.replace(/allOf\/\d+\/format$/, 'pattern'),
      }
    : { at, problem: error.error, rule: error.keywordLocation };
}

function draftOf({ $schema }: JsonObject): SchemaDraft {
  if (typeof $schema !== 'string') return '2020-12';
  if (/draft-0?4/.test($schema)) return '4';
  if (/draft-0?[67]/.test($schema)) return '7';
  return $schema.includes('2019-09') ? '2019-09' : '2020-12';
}

/** JSON parsed from an answer, or why that is impossible. */
type ParsedAnswer =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Reads an answer that is JSON, alone or as a single fenced block (```` ```json … ``` ````) without text around it. */
function parseAnswer(answer: string): ParsedAnswer {
  const text = answer.trim();
  const fenced = /^```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n?```$/i.exec(text);
  try {
    return { kind: 'json', value: parseJsonText(fenced?.[1] ?? text) };
  } catch (error) {
    return { kind: 'invalid', problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Values whose big integers are replaced by numbers with the same order and equality, for a validator that supports only
 * numbers. Numbers beyond 2^53 are whole, so an integer is replaced by a whole number.
 */
function withStandIns(values: readonly Json[]): readonly Json[] {
  const integers = new Set<bigint>();
  for (const value of values) collect(value, integers);
  if (integers.size === 0) return values;
  const standIns = new Map([
    ...inOrder(
      [...integers].filter((item) => item > 0n),
      1,
    ),
    ...inOrder(
      [...integers].filter((item) => item < 0n),
      -1,
    ),
  ]);
  return values.map((value) => replaceNumbers(value, standIns));
}

function collect(value: Json, integers: Set<bigint>): void {
  if (typeof value === 'bigint') integers.add(value);
  else if (isJsonObject(value) || Array.isArray(value))
    for (const item of Object.values(value)) collect(item, integers);
}

/** From 0 outwards, each further away than the one before. */
function inOrder(integers: readonly bigint[], sign: 1 | -1): readonly (readonly [bigint, number])[] {
  let last = Number.MAX_SAFE_INTEGER;
  return integers
    .toSorted((left, right) => (left * BigInt(sign) < right * BigInt(sign) ? -1 : 1))
    .map((integer) => {
      last = Math.max(Math.abs(Number(integer)), next(last));
      return [integer, sign * last];
    });
}

/** A larger whole number, near enough. */
function next(value: number): number {
  return Math.max(value + 1, value * (1 + Number.EPSILON));
}

function replaceNumbers(value: Json, standIns: ReadonlyMap<bigint, number>): Json {
  if (typeof value === 'bigint') return standIns.get(value) ?? Number(value);
  if (Array.isArray(value)) return value.map((item: Json) => replaceNumbers(item, standIns));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceNumbers(item, standIns)]));
}
