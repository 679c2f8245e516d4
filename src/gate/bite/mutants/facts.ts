import { isJsonObject } from '#common/json.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import { type Mutant, mutant } from './fault.ts';
import { isSameValue, leavesOf, otherValue, valueAt, withLeaf } from './leaves.ts';
import { judgedTurns, type Original, withTurn, withTurns } from './original.ts';

/** Other facts beside the answer: each field of metadata, the state as it was, nothing retrieved, a step of the plan left out. */
export function facts(original: Original): readonly Mutant[] {
  return [...fields(original), ...stateBefore(original), ...notRetrieved(original), ...planSteps(original)];
}

function fields(original: Original): readonly Mutant[] {
  const { trial } = original;
  return judgedTurns(original).flatMap(({ turn, metadata }) =>
    leavesOf(metadata)
      .filter(({ path, value }) =>
        inAll(original, turn, (record) => isSameValue(valueAt(record.metadata, path), value)),
      )
      .map(({ path, value }) => {
        const instead = otherValue(value);
        const other = withLeaf(metadata, path, instead);
        const fault = { kind: 'field', path, value, instead } as const;
        return mutant('facts', fault, withTurn(trial, turn, { metadata: isJsonObject(other) ? other : {} }));
      }),
  );
}

function stateBefore({ evalCase, trial }: Original): readonly Mutant[] {
  if (trial.trajectory.turns.every(({ state }) => state === null)) return [];
  const untouched = withTurns(trial, ({ state }) => ({ state: state === null ? null : evalCase.context }));
  return [mutant('facts', { kind: 'state_before' }, untouched)];
}

function notRetrieved({ trial }: Original): readonly Mutant[] {
  const ids = trial.trajectory.turns.flatMap(({ retrieved }) => retrieved ?? []);
  if (ids.length === 0) return [];
  const nothing = withTurns(trial, ({ retrieved }) => ({ retrieved: retrieved === null ? null : [] }));
  return [mutant('facts', { kind: 'not_retrieved', ids: ids.slice(0, 3) }, nothing)];
}

function planSteps(original: Original): readonly Mutant[] {
  return original.trial.trajectory.turns.flatMap(({ turn, plan }) =>
    (plan ?? []).flatMap(({ name }, index) => {
      const inEach = inAll(original, turn, (record) => record.plan?.some((step) => step.name === name) === true);
      const rest = (plan ?? []).filter((_, at) => at !== index);
      return inEach
        ? [mutant('facts', { kind: 'plan_step', name }, withTurn(original.trial, turn, { plan: rest }))]
        : [];
    }),
  );
}

function inAll({ passing }: Original, turn: number, holds: (record: TurnRecord) => boolean): boolean {
  return passing.every(({ trajectory }) => trajectory.turns.some((record) => record.turn === turn && holds(record)));
}
