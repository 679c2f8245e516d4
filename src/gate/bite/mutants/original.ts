import type { Case } from '#cases/suite/case.ts';
import type { JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';
import { scopesOf } from '#trials/checks/terms/scopes.ts';
import type { ToolCall, TurnRecord } from '#trials/trial/trajectory.ts';
import type { Trial } from '#trials/trial/trial.ts';
import { usualFields } from '../idle-trial.ts';

/** What is known of a suite. */
export interface MutationContext {
  /** A passing trial of each case. */
  readonly others: readonly Trial[];
  /** The metadata that most of them have. */
  readonly usual: JsonObject;
  /** Names of tools that the agent has, as far as anybody knows. */
  readonly tools: readonly string[];
}

/** A passing trial, and what is known around it. */
export interface Original extends MutationContext {
  readonly evalCase: Case;
  readonly trial: Trial;
  /** All passing trials of the case, this one too: what differs among them is free. */
  readonly passing: readonly Trial[];
}

const MOST_OTHERS = 8;

/** What a suite does, by the first trial of each case that is written. */
export function surroundingsOf(
  cases: readonly Case[],
  trials: ReadonlyMap<string, readonly Trial[]>,
  tools: readonly string[] = [],
): MutationContext {
  const originals = cases.filter(({ variant }) => variant === undefined);
  const others = originals.flatMap(({ id }) => trials.get(id)?.slice(0, 1) ?? []);
  return { others, usual: usualFields(others.map(({ trajectory: { turns } }) => turns.at(-1)?.metadata ?? {})), tools };
}

/** Each passing trial of a case, to be broken. */
export function originalsOf(evalCase: Case, passing: readonly Trial[], around: MutationContext): readonly Original[] {
  const others = around.others.filter(({ case_id: id }) => id !== evalCase.id).slice(0, MOST_OTHERS);
  return passing.map((trial) => ({ ...around, evalCase, trial, passing, others }));
}

/** What the agent was given, as text: the inputs, what was said before, the context. */
export function givenText({ evalCase: { history, context, turns }, trial }: Original): string {
  const inputs = [...turns, ...trial.trajectory.turns].map(({ input }) => input);
  return [...inputs, ...history.map(({ content }) => content), jsonText(context)].join('\n');
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

/** The same call in each passing trial, by its name and number; none: one of them does not make it. */
export function callInAll({ passing }: Original, { call: { name }, nth }: PlacedCall): readonly PlacedCall[] {
  const same = passing.flatMap((trial) =>
    placedCalls(trial).filter((made) => made.call.name === name && made.nth === nth),
  );
  return same.length === passing.length ? same : [];
}

/** The same turn of each passing trial. */
export function turnInAll({ passing }: Original, turn: number): readonly (TurnRecord | undefined)[] {
  return passing.map(({ trajectory }) => trajectory.turns[turn - 1]);
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

/** A call that the trial did not make. */
export function anotherCall(name: string): ToolCall {
  return { name, arguments: {}, status: 'ok', result: null, step: null };
}
