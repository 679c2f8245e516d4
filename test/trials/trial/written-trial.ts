import { parse } from 'yaml';
import type { Case } from '#cases/suite/case.ts';
import type { ToolCall, TurnRecord } from '#trials/trial/trajectory.ts';
import type { Trial, TrialEnd } from '#trials/trial/trial.ts';
import { validCase } from '../../cases/suite/read-case.ts';
import { aTrial, made, usage } from './build-trial.ts';

/** A call as a golden file has it: its name, or what is not as usual. */
type WrittenCall = string | (Partial<ToolCall> & { readonly name: string });

/** A turn as a golden file has it: what its case expects of it, and what the agent did. */
type WrittenTurn = Omit<Partial<TurnRecord>, 'tool_calls' | 'plan'> & {
  readonly expect?: object;
  readonly tool_calls?: readonly WrittenCall[] | null;
  readonly plan?: readonly WrittenCall[] | null;
};

/** A case and a trial of it as a golden file has them: one turn, or `turns` of which so many were `reached`. */
export function writtenTrial(text: string): readonly [Case, Trial] {
  const { expect, turns, end, reached, ...only } = parse(text);
  const writtenTurns: readonly WrittenTurn[] = turns ?? [only];
  const facts = turns === undefined ? { input: 'x' } : { turns: writtenTurns.map(inputOf) };
  const evalCase = validCase(JSON.stringify({ id: 'a', ...facts, expect }));
  return [evalCase, trialOf(writtenTurns.slice(0, reached), end)];
}

/** The trial alone. */
export function trialOf(turns: readonly WrittenTurn[], end: TrialEnd = { kind: 'completed' }): Trial {
  return aTrial(turns.map(turnOf), { end });
}

function inputOf({ expect }: WrittenTurn): object {
  return { input: 'x', expect };
}

function turnOf({ expect: _, tool_calls, plan, ...turn }: WrittenTurn): Partial<TurnRecord> {
  return {
    ...turn,
    ...(tool_calls && { tool_calls: tool_calls.map(callOf) }),
    ...(plan && { plan: plan.map(callOf).map(({ name, arguments: args }) => ({ name, arguments: args })) }),
    ...(turn.usage && { usage: usage(null, null, turn.usage) }),
  };
}

const callOf = (call: WrittenCall): ToolCall =>
  typeof call === 'string' ? made(call) : made(call.name, call.arguments, call);
