import type { Case } from '#cases/suite/case.ts';
import type { JsonObject } from '#common/json.ts';
import { scopesOf } from '#trials/checks/terms/scopes.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import type { ToolCall, TurnRecord } from '#trials/trial/trajectory.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { dullFieldsIn } from '../dull-fields.ts';

/** A passing trial, and what is known of the suite around it. */
export interface Original {
  readonly evalCase: Case;
  readonly trial: Trial;
  /** All passing trials of the case, this one too: what differs among them is free. */
  readonly passing: readonly Trial[];
  /** Passing trials of other cases, one of each. */
  readonly others: readonly Trial[];
  /** Names of tools that the agent has, as far as anybody knows. */
  readonly tools: readonly string[];
  /** The metadata that most other cases have. */
  readonly usual: JsonObject;
}

const MOST_OTHERS = 8;

/**
 * Gives, for a case, what the others of its suite do: some of their trials, and the metadata that most of them have.
 *
 * @param trials by case id, of which the first one counts
 */
export function othersIn(
  cases: readonly Case[],
  trials: ReadonlyMap<string, readonly Trial[]>,
): (evalCase: Case) => Pick<Original, 'others' | 'usual'> {
  const fields = (evalCase: Case) =>
    (trials.get(evalCase.id) ?? []).slice(0, 1).map((trial) => trialView(evalCase, trial, null).metadata ?? {});
  const usual = dullFieldsIn(cases.flatMap(fields));
  const written = cases.filter(({ id, variant }) => variant === undefined && trials.has(id)).map(({ id }) => id);
  const places = new Map(written.map((id, place) => [id, place]));
  const inTurn = [...written, ...written];
  return (evalCase) => {
    const next = (places.get(evalCase.id) ?? -1) + 1;
    const ids = inTurn.slice(next, next + Math.min(MOST_OTHERS + 1, written.length));
    const others = ids.filter((id) => id !== evalCase.id).flatMap((id) => trials.get(id)?.[0] ?? []);
    return { others: others.slice(0, MOST_OTHERS), usual: usual(fields(evalCase)[0] ?? {}) };
  };
}

/** A call and its place. */
export interface PlacedCall {
  readonly call: ToolCall;
  readonly turn: number;
  /** In its turn, from 0. */
  readonly index: number;
  /** Which call of this name it is in the trial, from 0. */
  readonly nth: number;
}

/** The calls of all turns, in order. */
export function placedCalls({ trajectory }: Trial): readonly PlacedCall[] {
  const seen = new Map<string, number>();
  return trajectory.turns.flatMap(({ turn, tool_calls: calls }) =>
    (calls ?? []).map((call, index) => {
      const nth = seen.get(call.name) ?? 0;
      seen.set(call.name, nth + 1);
      return { call, turn, index, nth };
    }),
  );
}

/** The same call in each passing trial, by its name and number; `null`: one of them does without it. */
export function callInAll({ passing }: Original, { call: { name }, nth }: PlacedCall): readonly PlacedCall[] | null {
  const same = passing.flatMap((trial) =>
    placedCalls(trial).filter((made) => made.call.name === name && made.nth === nth),
  );
  return same.length === passing.length ? same : null;
}

/** Turns whose answers and facts are judged: the last, and those with expectations of their own. */
export function judgedTurns({ evalCase, trial: { trajectory } }: Original): readonly TurnRecord[] {
  const own = new Set(scopesOf(evalCase).map(({ turn }) => turn));
  return trajectory.turns.filter(({ turn }, index) => own.has(turn) || index === trajectory.turns.length - 1);
}

/** The trial with other facts of one turn. */
export function withTurn(trial: Trial, turn: number, facts: Partial<TurnRecord>): Trial {
  return withTurns(trial, (record) => (record.turn === turn ? facts : {}));
}

/** The trial with other facts of every turn. */
export function withTurns(trial: Trial, edit: (turn: TurnRecord) => Partial<TurnRecord>): Trial {
  const turns = trial.trajectory.turns.map((record) => ({ ...record, ...edit(record) }));
  return { ...trial, trajectory: { ...trial.trajectory, turns } };
}

/** The trial with other calls in one turn. */
export function withCalls(trial: Trial, turn: number, edit: (calls: readonly ToolCall[]) => ToolCall[]): Trial {
  return withTurns(trial, (record) => (record.turn === turn ? { tool_calls: edit(record.tool_calls ?? []) } : {}));
}

/** The number of the last turn. */
export function lastTurn({ trajectory }: Trial): number {
  return trajectory.turns.at(-1)?.turn ?? 1;
}

/** A call that the trial did not make. */
export function anotherCall(name: string, args: JsonObject = {}): ToolCall {
  return { name, arguments: args, status: 'ok', result: null, step: null };
}
