import { foundValue } from '#domain/document/found-value.ts';
import type { DocumentPath } from '#domain/document/located-document.ts';
import { isJsonObject, type Json, type JsonObject } from '#domain/json.ts';
import type { DialectProblem } from '../dialect.ts';
import type { Assertion } from './assertion.ts';
import type { WrittenTest } from './csv-test.ts';
import { render } from './render.ts';

type Written = WrittenTest['assertions'][number];

/** What reading assertions needs: the variables of the test, the types that are ignored, and where problems go. */
export interface AssertionContext {
  readonly vars: JsonObject;
  readonly ignored: readonly string[];
  readonly problems: DialectProblem[];
}

/** Assertions with their variables filled in; sets of assertions are opened, those without weight and ignored ones left out. */
export function readAssertions(written: readonly Written[], context: AssertionContext): readonly Assertion[] {
  return written.flatMap((one) => readAssertion(one, context));
}

function readAssertion({ written, origin }: Written, context: AssertionContext): readonly Assertion[] {
  const { problems, ignored } = context;
  const refuse = (key: string | null, message: string): readonly Assertion[] => {
    problems.push({ severity: 'error', path: key === null ? origin : [...origin, key], message });
    return [];
  };
  if (!isJsonObject(written) || typeof written['type'] !== 'string')
    return refuse(null, `expected an assertion (a mapping with \`type\`), found ${foundValue(written)}`);
  const { type, value = null, threshold, weight } = written;
  if (type === 'assert-set') return readSet(written, origin, context, refuse);
  if (ignored.includes(type)) return leftOut(`\`${type}\` is ignored`, type, origin, problems);
  if (weight === 0) return leftOut('an assertion of `weight: 0` decides nothing', 'weight', origin, problems);
  if (isProgram(value)) return refuse('value', 'a program makes this value; judge it by `custom: [{command: […]}]`');
  if ('rubricPrompt' in written) problems.push(ownPrompt([...origin, 'rubricPrompt']));
  const changed = ['transform', 'contextTransform'].find((key) => Object.hasOwn(written, key));
  if (changed !== undefined)
    return refuse(changed, `\`${changed}\` changes what is judged; judge it by \`custom: [{command: […]}]\``);
  if (threshold !== undefined && (typeof threshold !== 'number' || !Number.isFinite(threshold)))
    return refuse('threshold', `expected a number, found ${foundValue(threshold)}`);
  const filled = fill(value, context.vars, (message) => refuse('value', message));
  const negated = type.startsWith('not-');
  return [{ type: negated ? type.slice(4) : type, negated, value: filled, threshold: threshold ?? null, origin }];
}

function readSet(
  set: JsonObject,
  origin: DocumentPath,
  context: AssertionContext,
  refuse: (key: string | null, message: string) => readonly Assertion[],
): readonly Assertion[] {
  const { assert, threshold } = set;
  if (!Array.isArray(assert)) return refuse('assert', 'expected a list of assertions');
  if (threshold !== undefined && threshold !== 1) return refuse('threshold', ALL_MUST_HOLD);
  return readAssertions(
    assert.map((written: Json, index) => ({ written, origin: [...origin, 'assert', index] })),
    context,
  );
}

/** What is still named by `file://` when files were put in place of their names holds code. */
export function isProgram(value: Json): boolean {
  return typeof value === 'string' && /^(?:file:\/\/|package:)/.test(value);
}

/** A warning that the judge here has its own prompt. */
export function ownPrompt(path: DocumentPath): DialectProblem {
  const message =
    "`rubricPrompt` is not read: the judge is the config's, with a prompt of its own; say in the rubric what it must know";
  return { severity: 'warning', path, message, topic: 'rubricPrompt' };
}

/** A threshold of a test or of a set: a share of its assertions. */
export const ALL_MUST_HOLD =
  'a share of the assertions is enough there, while all expectations of a case must hold here; remove the threshold, or judge by `custom: [{command: […]}]`';

function leftOut(why: string, topic: string, path: DocumentPath, problems: DialectProblem[]): readonly Assertion[] {
  problems.push({ severity: 'warning', path, message: `left out: ${why}`, topic: `left out ${topic}` });
  return [];
}

/** A value with the variables of every text in it filled in. */
export function fill(value: Json, vars: JsonObject, problem: (message: string) => void): Json {
  if (typeof value === 'string') {
    const rendered = render(value, vars);
    if ('text' in rendered) return rendered.text;
    problem(rendered.problem);
    return value;
  }
  if (Array.isArray(value)) return value.map((item: Json) => fill(item, vars, problem));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, vars, problem)]));
}
