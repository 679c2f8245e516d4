import { isJsonObject, type Json } from '#common/json.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { replaced } from './calls.ts';
import { type Mutant, mutant } from './fault.ts';
import { isSameValue, type Leaf, leavesOf, otherValue, valueAt, withLeaf } from './leaves.ts';
import { callInAll, type Original, placedCalls } from './original.ts';

/** Each argument with another value, unless it or its call differs among the passing trials. */
export function otherArguments(original: Original): readonly Mutant[] {
  return stableArguments(original).map(({ name, path, value, edited }) => {
    const instead = otherValue(value);
    return mutant('arguments', { kind: 'argument', name, path, value, instead }, edited(instead));
  });
}

/** Advice: an argument left out. */
export function leftOutArguments(original: Original): readonly Mutant[] {
  return stableArguments(original).map(({ name, path, value, edited }) =>
    mutant('advice', { kind: 'argument', name, path, value }, edited(undefined)),
  );
}

/** An argument that is the same in all passing trials. */
interface StableArgument extends Leaf {
  readonly name: string;
  /** The trial with another value; `undefined`: without it. */
  readonly edited: (value: Json | undefined) => Trial;
}

function stableArguments(original: Original): readonly StableArgument[] {
  return placedCalls(original.trial).flatMap((made) => {
    const same = callInAll(original, made) ?? [];
    const { name, arguments: args } = made.call;
    const isStable = ({ path, value }: Leaf) =>
      same.length > 0 && same.every(({ call }) => isSameValue(valueAt(call.arguments, path), value));
    return leavesOf(args)
      .filter(isStable)
      .map((leaf) => ({
        ...leaf,
        name,
        edited(value) {
          const other = withLeaf(args, leaf.path, value);
          return replaced(original.trial, made, { ...made.call, arguments: isJsonObject(other) ? other : {} });
        },
      }));
  });
}
