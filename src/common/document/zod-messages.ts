import type * as z from 'zod';
import { plural } from '#common/words.ts';
import { foundValue } from './found-value.ts';
import { mendOf } from './mend.ts';
import { nearestName } from './nearest-name.ts';

/** An issue without a message, as zod passes it to an error map. */
export type RawIssue = z.core.$ZodRawIssue;

/**
 * The sentence for an invalid value: what was expected, what was found. Schemas with a better message set it with {@link
 * expected} or directly, which takes precedence.
 */
export function zodMessage(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `${expectation(typeWords(issue.expected), issue.input)}${quotesMissing(issue) || mendOf(issue)}`;
    case 'invalid_value':
      return oneOf(issue.values.map(String), issue.input);
    case 'invalid_union':
      return `${expectation(alternatives(issue.errors), issue.input)}${mendOf(issue)}`;
    case 'too_small':
      return sizeMessage(
        issue.origin,
        issue.inclusive === false ? 'more than' : 'at least',
        Number(issue.minimum),
        issue.input,
      );
    case 'too_big':
      return sizeMessage(
        issue.origin,
        issue.inclusive === false ? 'less than' : 'at most',
        Number(issue.maximum),
        issue.input,
      );
    default:
      return issue.message ?? `not valid: found ${foundValue(issue.input)}`;
  }
}

/** For the `error` of a schema: describes values of the wrong type in the schema's own words, `expected <words>, found …`. */
export function expected(words: string): (issue: RawIssue) => string | undefined {
  return (issue) =>
    TYPE_CODES.has(issue.code)
      ? `${expectation(words, issue.input)}${SHAPE_CODES.has(issue.code) ? mendOf(issue) : ''}`
      : undefined;
}

/** The same of a schema that takes any text: a number that YAML reads there only lacks its quotes. */
export function expectedText(words: string): (issue: RawIssue) => string | undefined {
  const messageOf = expected(words);
  return (issue) => {
    const message = messageOf(issue);
    return message === undefined ? undefined : `${message}${quotesMissing(issue)}`;
  };
}

const TYPE_CODES: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
  'custom',
  'invalid_format',
]);

const SHAPE_CODES: ReadonlySet<string> = new Set(['invalid_type', 'invalid_union', 'custom']);

/** What was expected, and what was found. */
export function expectation(words: string, input: unknown): string {
  return input === undefined ? `missing; expected ${words}` : `expected ${words}, found ${foundValue(input)}`;
}

/** How to write what YAML reads as a number or a truth value, where a text is allowed; empty if that is not the problem. */
function quotesMissing(issue: RawIssue): string {
  if (issue.code !== 'invalid_type' || issue.expected !== 'string') return '';
  const { input } = issue;
  const isPlain = typeof input === 'number' || typeof input === 'bigint' || typeof input === 'boolean';
  if (!isPlain) return '';
  // The value of 1.10 is 1.1: its spelling is known to the writer alone.
  return typeof input === 'number' && !Number.isSafeInteger(input)
    ? '; put it in quotes'
    : `; put it in quotes: "${input}"`;
}

function oneOf(values: readonly string[], input: unknown): string {
  const near = typeof input === 'string' && values.length > 1 ? nearestName(input, values) : null;
  const words = values.length === 1 ? values.join() : `one of ${values.join(', ')}`;
  return `${expectation(words, input)}${near === null ? '' : `; did you mean ${near}?`}`;
}

type Bound = 'at least' | 'more than' | 'at most' | 'less than';

function sizeMessage(origin: string, bound: Bound, size: number, input: unknown): string {
  if (origin === 'array')
    return `expected ${bound} ${plural(size, 'entry', 'entries')}, found ${Array.isArray(input) ? input.length : 'another number'}`;
  if (origin !== 'string') return `expected ${bound} ${size}, found ${foundValue(input)}`;
  if (bound === 'at least' && size === 1) return 'expected a text that is not empty';
  return `expected ${bound} ${size} characters, found ${String(input).length}`;
}

function alternatives(errors: readonly (readonly z.core.$ZodIssue[])[]): string {
  const words = errors
    .map((issues) => issues.find((issue) => issue.path.length === 0))
    .map((issue) => rootWords(issue));
  return [...new Set(words)].join(' or ');
}

function rootWords(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_type') return typeWords(issue.expected);
  return issue?.code === 'invalid_value' ? issue.values.join(', ') : 'a mapping';
}

function typeWords(type: string): string {
  return TYPE_WORDS[type] ?? type;
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  nonoptional: 'a value',
};
