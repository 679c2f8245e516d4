import type { DocumentPath } from '#common/document/located-document.ts';
import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { criterion } from '../conversion/criterion.ts';
import { gatherDemands } from '../conversion/demands.ts';
import type { DialectProblem } from '../conversion/dialect.ts';
import { joinDemands } from '../conversion/join-demands.ts';
import { type DraftObject, type Placed, place } from '../conversion/placed.ts';
import { literal } from '../conversion/reference.ts';
import { fill } from './render.ts';

/** One test as promptfoo reads it, from YAML or a row of CSV, with the places of its assertions. */
export interface WrittenTest {
  readonly test: JsonObject;
  readonly origin: DocumentPath;
  readonly assertions: readonly { readonly raw: Json; readonly origin: DocumentPath }[];
}

/** One assertion, its variables filled in. */
interface Assertion {
  /** The type without `not-`. */
  readonly type: string;
  readonly negated: boolean;
  readonly value: Json;
  readonly origin: DocumentPath;
}

/** What an assertion demands here; `null`: it has no equal. */
type Reader = (assertion: Assertion) => DraftObject | null;

/**
 * The assertions of a test as expectations; a warning names each one that is left out. A test without any assertion left is no
 * test.
 */
export function demandsOf(
  { assertions, origin }: WrittenTest,
  vars: JsonObject,
  problems: DialectProblem[],
): Placed | undefined {
  let why: string | null = null;
  const leaveOut = (path: DocumentPath, reason: string): readonly DraftObject[] => {
    why ??= reason;
    problems.push({ severity: 'warning', path, message: `left out: ${reason}` });
    return [];
  };
  const demands = assertions.flatMap(({ raw, origin: path }): DraftObject | readonly DraftObject[] => {
    const assertion = readAssertion(raw, path, vars);
    if ('problem' in assertion) return leaveOut(path, assertion.problem);
    const { type, negated } = assertion;
    if (negated && /^contains/.test(type))
      problems.push({ severity: 'warning', path, message: `\`not-${type}\` ignores upper and lower case here` });
    const reader = negated && !type.includes('contains') ? undefined : READERS[type];
    return (
      reader?.(assertion) ?? leaveOut(path, `\`${negated ? 'not-' : ''}${type}\` has no equal here; ${nearest(type)}`)
    );
  });
  if (demands.length === 0 && why !== null)
    problems.push({ severity: 'error', path: origin, message: `none of its assertions can be taken over: ${why}` });
  return gatherDemands(origin, [joinDemands(demands, origin, problems)]) ?? place({ completes: true }, origin);
}

type Problem = { readonly problem: string };

function readAssertion(raw: Json, origin: DocumentPath, vars: JsonObject): Assertion | Problem {
  if (!isJsonObject(raw) || typeof raw['type'] !== 'string') return { problem: 'no assertion (a mapping with `type`)' };
  const { type, value = null, weight } = raw;
  if (weight === 0) return { problem: 'an assertion of `weight: 0` decides nothing' };
  if (typeof value === 'string' && /^(?:file:\/\/|package:)/.test(value))
    return { problem: 'a program makes this value' };
  for (const key of ['transform', 'contextTransform'])
    if (key in raw) return { problem: `\`${key}\` changes what is judged` };
  const problems: string[] = [];
  const filled = fill(value, vars, (message) => problems.push(message));
  if (problems[0] !== undefined) return { problem: problems[0] };
  const negated = type.startsWith('not-');
  return { type: negated ? type.slice(4) : type, negated, value: filled, origin };
}

/** The texts of a value: a list, or one text. */
function textsOf(value: Json): readonly string[] | null {
  const items: readonly Json[] = Array.isArray(value) ? value : [value];
  const texts = items.filter((item) => (typeof item === 'string' && item !== '') || typeof item === 'number');
  return texts.length === items.length && texts.length > 0 ? texts.map(String) : null;
}

/** The same where a text lists its parts between commas; quotes are promptfoo's own affair. */
function partsOf(value: Json): readonly string[] | null {
  if (typeof value !== 'string') return textsOf(value);
  return value.includes('"') ? null : textsOf(value.split(',').map((part) => part.trim()));
}

/** Texts in an answer. Only those that must not occur are compared without their case throughout. */
function phrases(ignores_case: boolean, kind: 'single' | 'all' | 'any'): Reader {
  return ({ value, negated, origin }) => {
    const texts = kind === 'single' ? textsOf(Array.isArray(value) ? null : value) : partsOf(value);
    // "Not any of them" is "none of them"; "not all" is no demand of single phrases.
    if (texts === null || (negated && kind === 'all' && texts.length > 1)) return null;
    const placeTexts = (list: readonly string[]) => list.map((text) => place(text, origin));
    if (negated) return { response: { not_contains: placeTexts(texts) } };
    const patterns = kind === 'any' ? [texts.map(literal).join('|')] : texts.map(literal);
    if (ignores_case && kind !== 'any') return { response: { contains: placeTexts(texts) } };
    return { response: { matches: placeTexts(patterns.map((text) => (ignores_case ? `(?i)${text}` : text))) } };
  };
}

/** Of a text that is not empty. */
const ofText =
  (to: (text: string, origin: DocumentPath) => DraftObject): Reader =>
  ({ value, origin }) =>
    typeof value === 'string' && value !== '' ? to(value, origin) : null;

const pattern = (to: (text: string) => string): Reader =>
  ofText((text, origin) => ({ response: { matches: [place(to(text), origin)] } }));

const equals: Reader = ({ value, origin }) =>
  typeof value === 'object' ? null : { response: { equals: place(String(value), origin) } };

const rubric = ofText((text, origin) => criterion('rubric', `Does the answer meet this requirement: ${text}`, origin));

const READERS: Readonly<Record<string, Reader | undefined>> = {
  contains: phrases(false, 'single'),
  icontains: phrases(true, 'single'),
  'contains-all': phrases(false, 'all'),
  'icontains-all': phrases(true, 'all'),
  'contains-any': phrases(false, 'any'),
  'icontains-any': phrases(true, 'any'),
  equals,
  regex: pattern((text) => text),
  'starts-with': pattern((text) => `^${literal(text)}`),
  'llm-rubric': rubric,
  'g-eval': rubric,
  'model-graded-closedqa': rubric,
};

/** Whether a cell of CSV may begin with this type; a text that begins with any other word is an answer. */
export function isType(type: string): boolean {
  return READERS[type] !== undefined || OTHERS.test(type);
}

const OTHERS =
  /^(?:javascript|python|latency|cost|(?:model-graded-)?factuality|ruby|webhook|similar|levenshtein|rouge-n|bleu|gleu|meteor|classifier|moderation|pi|perplexity(?:-score)?|answer-relevance|context-(?:recall|relevance|faithfulness)|is-(?:json|refusal|sql|xml|html|valid-.*)|contains-(?:json|sql|xml|html)|tool-call-f1|skill-used|trajectory:.*)$/;

/** The nearest thing to an assertion without an equal. */
function nearest(type: string): string {
  if (/^(?:trajectory:|tool-|skill-|is-valid-)/.test(type)) return 'demand the calls: `tools: {calls: […]}`';
  if (/^(?:similar|levenshtein|rouge-|bleu|gleu|meteor)/.test(type))
    return 'the nearest is `response: {similar: {to: …, embedding: {min: 0.75}}}`';
  if (/json/.test(type)) return 'the nearest is `response: {json_schema: {…}}`';
  if (/^(?:latency|cost)$/.test(type)) return 'the nearest is `limits: {max_latency: 20s, max_cost_usd: 0.05}`';
  if (/factuality|rubric|relevance|recall|faithfulness|refusal|moderation|classifier/.test(type))
    return 'ask the judge: `judge: [{id: …, ask: …}]`';
  return 'write a check of your own: `custom: [{command: […]}]`';
}
