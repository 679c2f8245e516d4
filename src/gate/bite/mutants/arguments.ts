import { isJsonObject, type Json } from '#common/json.ts';
import { edited } from './calls.ts';
import { type Mutant, mutant } from './fault.ts';
import { isSameValue, type Leaf, leavesOf, otherValue, valueAt, withLeaf } from './leaves.ts';
import { callInAll, type Original, type PlacedCall, placedCalls } from './original.ts';

/** Each argument with another value, unless it or its call differs among the passing trials. */
export function otherArguments(original: Original): readonly Mutant[] {
  return stableArguments(original).map(({ made, path, value }) => {
    const instead = otherValue(value);
    const fault = { kind: 'argument', name: made.call.name, path, value, instead } as const;
    return mutant('arguments', fault, withArgument(original, made, path, instead));
  });
}

/** Advice: an argument left out. */
export function leftOutArguments(original: Original): readonly Mutant[] {
  return stableArguments(original).map(({ made, path, value }) =>
    mutant(
      'advice',
      { kind: 'argument', name: made.call.name, path, value },
      withArgument(original, made, path, undefined),
    ),
  );
}

function stableArguments(original: Original): readonly (Leaf & { readonly made: PlacedCall })[] {
  return placedCalls(original.trial).flatMap((made) => {
    const same = callInAll(original, made);
    if (same === null) return [];
    return leavesOf(made.call.arguments)
      .filter(({ path, value }) => same.every(({ call }) => isSameValue(valueAt(call.arguments, path), value)))
      .map((leaf) => ({ ...leaf, made }));
  });
}

function withArgument(
  { trial }: Original,
  made: PlacedCall,
  path: Leaf['path'],
  value: Json | undefined,
): Original['trial'] {
  return edited(trial, made, (call) => {
    const args = withLeaf(call.arguments, path, value);
    return [{ ...call, arguments: isJsonObject(args) ? args : {} }];
  });
}
