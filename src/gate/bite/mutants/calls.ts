import { jsonText } from '#common/json-text.ts';
import { scopesOf, toolsNamedIn } from '#trials/checks/terms/scopes.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { type Mutant, mutant } from './fault.ts';
import { leavesOf, otherValue, stableLeaves } from './leaves.ts';
import { callInAll, givenText, type Original, type PlacedCall, placedCalls, withCalls, withTurns } from './original.ts';

/** Other calls: none at all, each left out, another tool in its place, two the other way round. */
export function otherCalls(original: Original): readonly Mutant[] {
  const { trial, passing, tools } = original;
  const placed = placedCalls(trial);
  const called = new Set(placed.map(({ call }) => call.name));
  const withoutCalls = withTurns(trial, ({ tool_calls: made }) => ({ tool_calls: made && [] }));
  return [
    ...(passing.some((each) => placedCalls(each).length === 0)
      ? []
      : [mutant('calls', { kind: 'no_calls' }, withoutCalls)]),
    ...placed.flatMap((made, at) => {
      const { name } = made.call;
      const instead = tools.find((tool) => !called.has(tool)) ?? `${name}_of_another`;
      const then = placed[at + 1];
      if (callInAll(original, made).length === 0) return [];
      return [
        mutant('calls', { kind: 'left_out', name }, replaceCall(trial, made)),
        mutant('calls', { kind: 'renamed', name, instead }, replaceCall(trial, made, { ...made.call, name: instead })),
        ...(then !== undefined && hasOrder(original, made, then) ? [swapCalls(trial, made, then)] : []),
      ];
    }),
  ];
}

/** Each argument with another value, unless it or its call differs among the passing trials. */
export function otherArguments(original: Original): readonly Mutant[] {
  return placedCalls(original.trial).flatMap((made) => {
    const { name, arguments: args } = made.call;
    const same = callInAll(original, made).map(({ call }) => call.arguments);
    return (same.length === 0 ? [] : stableLeaves(args, same)).map(({ path, value, replaced: withValue }) => {
      const instead = otherValue(value);
      const other = { ...made.call, arguments: withValue(instead) };
      return mutant(
        'arguments',
        { kind: 'argument', name, path, value, instead },
        replaceCall(original.trial, made, other),
      );
    });
  });
}

/** The trial with other calls in place of one. */
function replaceCall(trial: Trial, { turn, index }: PlacedCall, ...instead: readonly ToolCall[]): Trial {
  return withCalls(trial, turn, (made) => made.toSpliced(index, 1, ...instead));
}

function swapCalls(trial: Trial, { call, turn, index }: PlacedCall, { call: next }: PlacedCall): Mutant {
  const other = withCalls(trial, turn, (made) =>
    made.toSpliced(index, 2, { ...next, step: call.step }, { ...call, step: next.step }),
  );
  return mutant('calls', { kind: 'swapped', first: call.name, second: next.name }, other);
}

/**
 * Whether the order of two neighbours matters: the later one uses what the earlier one returned, or the case writes an order; and all
 * passing trials make them in this order, in different turns of the model.
 */
function hasOrder(original: Original, first: PlacedCall, then: PlacedCall): boolean {
  const [firsts, thens] = [callInAll(original, first), callInAll(original, then)];
  const isOrdered = firsts.every((earlier, at) => {
    const later = thens[at];
    if (later === undefined || earlier.turn !== later.turn || earlier.index > later.index) return false;
    return earlier.call.step === null || earlier.call.step !== later.call.step;
  });
  return isOrdered && (usesResult(original, first.call, then.call) || writesOrder(original, first.call, then.call));
}

function usesResult(original: Original, { result }: ToolCall, { arguments: args }: ToolCall): boolean {
  const [known, returned] = [givenText(original), jsonText(result)];
  return leavesOf(args).some(({ value }) => {
    const text = String(value);
    return typeof value !== 'boolean' && text.length > 1 && returned.includes(text) && !known.includes(text);
  });
}

function writesOrder({ evalCase }: Original, { name: first }: ToolCall, { name: then }: ToolCall): boolean {
  return scopesOf(evalCase).some(({ expect: { tools } }) => {
    if (tools === undefined) return false;
    const names = toolsNamedIn(tools);
    const inOrder = tools.order !== 'any' && first !== then && [first, then].every((name) => names.includes(name));
    return inOrder || tools.before.some(([before, after]) => before === first && after === then);
  });
}
