import type * as z from 'zod';
import { alternativesOf, isObject } from './misplaced-key.ts';

/**
 * How to write a value of the wrong type so that its schema takes it: `; write [Paris]`. Each way is put to the schema, so that
 * none is named that would be the next error. Empty: no way is near.
 */
export function mendOf(issue: z.core.$ZodRawIssue): string {
  const { input } = issue;
  const schema = 'schema' in issue ? issue.schema : undefined;
  if (isAsking || schema === undefined || !isNear(input)) return '';
  const whole = [[input], pairsOf(input)].find((value) => value !== null && takes(schema, value));
  if (whole !== undefined) return `; write ${flowText(whole)}`;
  const key = firstKey(schema, input);
  if (key === null) return '';
  const example = [input, [input]].map((value) => ({ [key]: value })).find((value) => takes(schema, value));
  return example === undefined ? '' : `; write for example ${flowText(example)}`;
}

/** The first key of a mapping, which is the usual one; `null` where there are several mappings, or a text is another alternative. */
function firstKey(schema: z.core.$ZodType, input: unknown): string | null {
  const types = alternativesOf(schema);
  const mappings = types.filter(isObject);
  const isOther = typeof input === 'string' && types.some(({ type }) => TEXTS.has(type));
  return mappings.length !== 1 || isOther ? null : (Object.keys(mappings[0]?.shape ?? {})[0] ?? null);
}

const TEXTS: ReadonlySet<string> = new Set(['string', 'enum', 'literal', 'custom']);

/** Characters of a text that a message can repeat. */
const LONGEST = 60;

/** A short text, a number, a truth value, or a list of short texts. */
function isNear(input: unknown): boolean {
  if (Array.isArray(input)) return input.length > 0 && input.length <= 3 && input.every(isNear);
  if (typeof input === 'string') return input.trim() !== '' && input.length <= LONGEST && !input.includes('\n');
  return typeof input === 'number' || typeof input === 'boolean';
}

/** `a=b`, or a list of such, as a mapping. */
function pairsOf(input: unknown): Readonly<Record<string, string>> | null {
  const texts: readonly unknown[] = Array.isArray(input) ? input : [input];
  const pairs = texts.map((text) => (typeof text === 'string' ? /^([A-Za-z_]\w*)=(.*)$/.exec(text) : null));
  return pairs.includes(null) ? null : Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2]]));
}

/** While a schema is asked, its own messages need no mend: a schema that holds itself would be asked without end. */
let isAsking = false;

function takes(schema: z.core.$ZodType, value: unknown): boolean {
  isAsking = true;
  try {
    const read = schema._zod.run({ value, issues: [] }, { async: false });
    return !(read instanceof Promise) && read.issues.length === 0;
  } finally {
    isAsking = false;
  }
}

/** A value in YAML, on one line. */
export function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => `${key}: ${flowText(item)}`);
    return `{${entries.join(', ')}}`;
  }
  return typeof value === 'string' && !isPlain(value) ? JSON.stringify(value) : String(value);
}

/** Whether YAML reads it as a text without quotes. */
function isPlain(text: string): boolean {
  return /^[\w./@=+-][\w./@=+*-]*$/.test(text) && !/^[-+]?[\d.]+$|^-$|^(true|false|null|yes|no|on|off)$/i.test(text);
}
