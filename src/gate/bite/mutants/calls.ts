import { jsonText } from '#common/json-text.ts';
import { scopesOf } from '#trials/checks/terms/scopes.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { type Mutant, mutant } from './fault.ts';
import { leavesOf } from './leaves.ts';
import { callInAll, type Original, type PlacedCall, placedCalls, withCalls, withTurns } from './original.ts';

/** Other calls: none at all, each left out, another tool in its place, two the other way round. */
export function calls(original: Original): readonly Mutant[] {
  const { trial, passing, tools } = original;
  const placed = placedCalls(trial);
  const stable = placed.filter((made) => callInAll(original, made) !== null);
  const noneIsOther = placed.length > 0 && passing.every((each) => placedCalls(each).length > 0);
  const withoutCalls = withTurns(trial, ({ tool_calls: made }) => ({ tool_calls: made === null ? null : [] }));
  const called = new Set(placed.map(({ call }) => call.name));
  return [
    ...(noneIsOther ? [mutant('calls', { kind: 'no_calls' }, withoutCalls)] : []),
    ...stable.flatMap((made) => {
      const { name } = made.call;
      const instead = tools.find((tool) => !called.has(tool)) ?? `${name}_of_another`;
      return [
        mutant('calls', { kind: 'left_out', name }, replaced(trial, made)),
        mutant('calls', { kind: 'renamed', name, instead }, replaced(trial, made, { ...made.call, name: instead })),
      ];
    }),
    ...swaps(original, placed),
  ];
}

/** Advice: a call twice, a call that fails. */
export function oddCalls({ trial }: Original): readonly Mutant[] {
  return placedCalls(trial).flatMap((made) => {
    const { call } = made;
    const { name } = call;
    const failed: ToolCall = { ...call, status: 'error', result: 'failed' };
    return [
      mutant('advice', { kind: 'twice', name }, replaced(trial, made, call, call)),
      mutant('advice', { kind: 'fails', name }, replaced(trial, made, failed)),
    ];
  });
}

/** The trial with other calls in place of one. */
export function replaced(trial: Trial, { turn, index }: PlacedCall, ...instead: readonly ToolCall[]): Trial {
  return withCalls(trial, turn, (made) => made.toSpliced(index, 1, ...instead));
}

/** Neighbours whose order matters: the later one uses what the earlier one returned, or the case writes an order. */
function swaps(original: Original, placed: readonly PlacedCall[]): readonly Mutant[] {
  return placed.flatMap((first, at) => {
    const then = placed[at + 1];
    if (then === undefined || then.turn !== first.turn || !isOrdered(original, first, then)) return [];
    if (!usesResult(original, first.call, then.call) && !writesOrder(original, first.call, then.call)) return [];
    const [earlier, later] = [then.call, first.call];
    const swapped = withCalls(original.trial, first.turn, (made) =>
      made.with(first.index, { ...earlier, step: later.step }).with(then.index, { ...later, step: earlier.step }),
    );
    return [mutant('calls', { kind: 'swapped', first: first.call.name, second: then.call.name }, swapped)];
  });
}

/** Whether all passing trials make the two in this order, and not in the same turn of the model. */
function isOrdered({ passing }: Original, first: PlacedCall, then: PlacedCall): boolean {
  return passing.every((trial) => {
    const made = placedCalls(trial);
    const at = ({ call, nth }: PlacedCall) =>
      made.findIndex((other) => other.call.name === call.name && other.nth === nth);
    const [before, after] = [made[at(first)], made[at(then)]];
    if (before === undefined || after === undefined || at(first) > at(then)) return false;
    return before.call.step === null || before.call.step !== after.call.step || before.turn !== after.turn;
  });
}

function usesResult({ evalCase }: Original, { result }: ToolCall, { arguments: args }: ToolCall): boolean {
  const given = [...evalCase.turns.map(({ input }) => input), jsonText(evalCase.context)].join('\n');
  const returned = jsonText(result);
  return leavesOf(args).some(({ value }) => {
    const text = String(value);
    return typeof value !== 'boolean' && text.length > 1 && returned.includes(text) && !given.includes(text);
  });
}

function writesOrder({ evalCase }: Original, { name: first }: ToolCall, { name: then }: ToolCall): boolean {
  return scopesOf(evalCase).some(({ expect: { tools } }) => {
    if (tools === undefined) return false;
    const names = tools.calls
      .flatMap((step) => (step.kind === 'call' ? [step.call] : step.calls))
      .map(({ name }) => name);
    const inOrder = tools.order !== 'any' && names.includes(first) && names.includes(then) && first !== then;
    return inOrder || tools.before.some(([before, after]) => before === first && after === then);
  });
}
