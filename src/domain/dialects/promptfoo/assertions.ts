import type { DocumentPath } from '#domain/document/located-document.ts';
import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import { parseJsonText } from '#domain/json-text.ts';
import { criterion } from '../conversion/criterion.ts';
import { place } from '../conversion/placed.ts';
import { literal } from '../conversion/reference.ts';
import { type Assertion, type Meaning, ofResponse, partsOf, type Reader, textsOf } from './assertion.ts';
import { NEAREST } from './nearest.ts';
import { toolAssertions } from './tool-assertions.ts';

/** What an assertion demands, or the nearest thing to it here. */
export function meaningOf(assertion: Assertion): Meaning {
  const reader = readers[assertion.type];
  if (reader !== undefined) return reader(assertion);
  const nearest = Object.hasOwn(NEAREST, assertion.type) ? NEAREST[assertion.type] : null;
  return { nearest: nearest ?? CODE };
}

/** Whether a cell of CSV may begin with this type; a text that begins with any other word is an answer. */
export function isBaseType(type: string): boolean {
  return !SPECIAL.includes(type) && (Object.hasOwn(readers, type) || Object.hasOwn(NEAREST, type));
}

const SPECIAL = ['select-best', 'max-score', 'human', 'rouge-l', 'rouge-s'];

const CODE = 'judge it by a check of your own: `custom: [{command: […]}]`';
const NO_NOT = `its opposite can't be demanded; ${CODE}`;

function phrases(
  ignores_case: boolean,
  of: (assertion: Assertion) => readonly string[] | null,
  isAll: boolean,
): Reader {
  return (assertion) => {
    const { negated, origin } = assertion;
    const texts = of(assertion);
    if (texts === null) return { nearest: 'its `value` must be a text or a list of texts' };
    const isOne = texts.length === 1;
    // "Not any of them" is "none of them"; "not all" is no demand of single phrases.
    if (isOne || isAll !== negated) return { phrases: texts.map((text) => ({ text, negated, ignores_case, origin })) };
    if (negated) return { nearest: NO_NOT };
    const any = texts.map(literal).join('|');
    return ofResponse({ matches: [place(ignores_case ? `(?i)${any}` : any, origin)] });
  };
}

const one = (assertion: Assertion) => (Array.isArray(assertion.value) ? null : textsOf(assertion));

/** A reader that has no meaning for `not-`. */
function positive(reader: Reader): Reader {
  return (assertion) => (assertion.negated ? { nearest: NO_NOT } : reader(assertion));
}

const pattern = (to: (text: string) => string): Reader =>
  positive((assertion) => {
    const [text, second] = one(assertion) ?? [];
    if (text === undefined || second !== undefined) return { nearest: 'its `value` must be a text' };
    return ofResponse({ matches: [place(to(text), assertion.origin)] });
  });

/** The answer is JSON by itself: `json_schema` alone would also take it from a block of Markdown. */
function jsonOf(schema: JsonObject, origin: DocumentPath): Meaning {
  return ofResponse({ json_schema: place(schema, origin), matches: [place(NO_FENCE, origin)] });
}

const NO_FENCE = '^\\s*[^`\\s]';

const equals: Reader = positive(({ value, origin }) => {
  if (value === null) return { nearest: 'its `value` is missing' };
  if (typeof value === 'object') return jsonOf({ const: value }, origin);
  return ofResponse({ equals: place(String(value), origin) });
});

const isJson: Reader = positive(({ value, origin }) => {
  const schema = typeof value === 'string' && value !== '' ? parsed(value) : value;
  if (schema === null || schema === '') return jsonOf({}, origin);
  if (!isJsonObject(schema)) return { nearest: 'its `value` must be a JSON Schema, as a mapping or as JSON text' };
  return jsonOf(schema, origin);
});

const similar: Reader = positive((assertion) => {
  const { threshold, origin } = assertion;
  const texts = textsOf(assertion);
  if (texts === null) return { nearest: 'its `value` must be a text or a list of texts' };
  const to = place(texts.length === 1 ? (texts[0] ?? '') : [...texts], origin);
  return ofResponse({ similar: { to, embedding: { min: place(threshold ?? 0.75, origin) } } });
});

const limit = (key: string, to: (threshold: number) => Json): Reader =>
  positive(({ threshold, origin }) =>
    threshold === null
      ? { nearest: 'its `threshold` is missing' }
      : { demand: { limits: { [key]: place(to(threshold), origin) } } },
  );

const judged = (ask: (text: string) => string): Reader =>
  positive((assertion) => {
    const texts = textsOf(assertion);
    if (texts === null) return { nearest: 'its `value` must be a text; write the rubric as one' };
    const parts = texts.map((text) => criterion('rubric', ask(text), assertion.origin));
    return { demand: { judge: parts.flatMap(({ judge }) => (Array.isArray(judge) ? judge : [])) } };
  });

const rubric = judged((text) => `Does the answer meet this requirement: ${text}`);
const factuality = judged((text) => `Is the answer in line with these facts, contradicting none of them: ${text}`);

const readers: Readonly<Record<string, Reader | undefined>> = {
  contains: phrases(false, one, true),
  icontains: phrases(true, one, true),
  'contains-all': phrases(false, partsOf, true),
  'icontains-all': phrases(true, partsOf, true),
  'contains-any': phrases(false, partsOf, false),
  'icontains-any': phrases(true, partsOf, false),
  equals,
  regex: pattern((text) => text),
  'starts-with': pattern((text) => `^${literal(text)}`),
  'is-json': isJson,
  similar,
  'similar:cosine': similar,
  latency: limit('max_latency', (threshold) => `${Math.ceil(threshold)}ms`),
  cost: limit('max_cost_usd', (threshold) => threshold),
  'llm-rubric': rubric,
  'g-eval': rubric,
  'model-graded-closedqa': rubric,
  'model-graded-factuality': factuality,
  factuality,
  ...toolAssertions,
};

function parsed(text: string): Json {
  try {
    return parseJsonText(text);
  } catch {
    return text;
  }
}
