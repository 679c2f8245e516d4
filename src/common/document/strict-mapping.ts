import * as z from 'zod';
import { nearestName } from './nearest-name.ts';
import { expected } from './zod-messages.ts';

/**
 * A mapping in which unknown keys are errors that name the key that was probably meant.
 *
 * @param refused keys that are known but can't be used, with their message
 * @param words what is expected, for values that are no mapping
 */
export function strictMapping<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  refused: Readonly<Record<string, string>> = {},
  words = 'a mapping',
) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? writeKeyProblems(keyProblems(issue.keys, known, refused))
        : expected(words)(issue),
  });
}

/** What is wrong with a key that a mapping does not take. */
export interface KeyProblem {
  readonly message: string;
  /** It is known, and has a message of its own. */
  readonly refused: boolean;
}

/** The problems of an `unrecognized_keys` issue, in the order of its keys: zod hands on texts alone. */
export function readKeyProblems(message: string): readonly KeyProblem[] {
  const problems: unknown = JSON.parse(message);
  return Array.isArray(problems) ? problems : [];
}

function writeKeyProblems(problems: readonly KeyProblem[]): string {
  return JSON.stringify(problems);
}

/** The known keys are listed once, with the first key that is near none of them. */
function keyProblems(
  keys: readonly string[],
  known: readonly string[],
  refused: Readonly<Record<string, string>>,
): readonly KeyProblem[] {
  let isListed = false;
  return keys.map((key) => {
    const refusal = Object.hasOwn(refused, key) ? refused[key] : undefined;
    if (refusal !== undefined) return { message: refusal, refused: true };
    if (key === '<<') return { message: 'merge keys are not supported; write the keys out', refused: true };
    const meant = meantKey(key, known);
    if (meant !== null) return { message: `unknown key; did you mean ${meant}?`, refused: false };
    if (isListed) return { message: 'unknown key', refused: false };
    isListed = true;
    return { message: `unknown key; known keys: ${known.join(', ')}`, refused: false };
  });
}

/** What other tools call a key of ours. */
const CALLED_ELSEWHERE: Readonly<Record<string, string>> = {
  arguments: 'args',
  params: 'args',
  parameters: 'args',
  prompt: 'input',
  question: 'input',
  query: 'input',
  message: 'input',
  assert: 'expect',
  assertions: 'expect',
  expected: 'expect',
  output: 'response',
  answer: 'response',
  reply: 'response',
};

/** The known key with few other letters, the only one with the same words and more or fewer of them, or what it is called here. */
function meantKey(key: string, known: readonly string[]): string | null {
  const near = nearestName(key, known);
  if (near !== null) return near;
  const ours = Object.hasOwn(CALLED_ELSEWHERE, key) ? CALLED_ELSEWHERE[key] : undefined;
  if (ours !== undefined && known.includes(ours)) return ours;
  const words = wordsOf(key);
  const alike = known.filter((name) => isWithin(wordsOf(name), words) || isWithin(words, wordsOf(name)));
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

function wordsOf(key: string): readonly string[] {
  return key
    .toLowerCase()
    .split(/[_-]/)
    .map((word) => word.replace(/s$/, ''));
}

function isWithin(few: readonly string[], many: readonly string[]): boolean {
  return few.every((word) => many.includes(word));
}
