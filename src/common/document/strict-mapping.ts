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
        ? writeKeyProblems(issue.keys.map((key) => keyProblem(key, known, refused)))
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

function keyProblem(key: string, known: readonly string[], refused: Readonly<Record<string, string>>): KeyProblem {
  const refusal = Object.hasOwn(refused, key) ? refused[key] : undefined;
  if (refusal !== undefined) return { message: refusal, refused: true };
  if (key === '<<') return { message: 'merge keys are not supported; write the keys out', refused: true };
  const near = nearestName(key, known);
  const mend = near === null ? `known keys: ${known.join(', ')}` : `did you mean ${near}?`;
  return { message: `unknown key; ${mend}`, refused: false };
}
