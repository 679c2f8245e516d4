import type { JsonObject } from '#common/json.ts';
import { json } from '#test/support/scripted-suite.ts';
import { STORY, type StoryCall, type StoryTurn, usageOf } from './story.ts';

/** A way in which a real agent hands over its conversation. */
export interface Way {
  readonly id: string;
  /** Handed to the agent, which picks the way by it. */
  readonly context: Readonly<Record<string, string>>;
  /** False where the format cannot say that a tool failed: a failed call counts as one with a result. */
  readonly tells_failures: boolean;
}

/** How the agent is started. */
export interface StoryAgent {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A suite that plays the story once per way. `right` expectations hold to the letter; `wrong` ones are each off by as
 * little as can be: the last argument, a status, one token, one model call.
 */
export function storySuite(agent: StoryAgent, ways: readonly Way[], expectations: 'right' | 'wrong') {
  return {
    'agent-eval.yml': json({
      version: 1,
      agent: { ...agent, env: { ...agent.env, STORY: JSON.stringify(STORY) } },
      cases: ['cases.yml'],
      trials: 1,
      concurrency: 1,
      limits: { trial_timeout: '60s' },
      gate: { method: 'threshold', pass_rate: { min: 1 } },
    }),
    'cases.yml': json({
      cases: ways.map((way) => ({
        id: way.id,
        context: way.context,
        turns: STORY.map((turn) => ({
          input: turn.input,
          expect: expectations === 'right' ? expectedOf(turn, way) : spoiledOf(turn, way),
        })),
      })),
    }),
  };
}

/** Ids of the checks that the wrong expectations of every case must fail, sorted. */
export const SPOILED_CHECKS: readonly string[] = [
  't1.limits.max_input_tokens',
  't1.limits.max_output_tokens',
  't1.limits.max_steps',
  't1.limits.max_total_tokens',
  't1.tools.parallel',
  't1.tools.status',
  't2.limits.max_input_tokens',
  't2.limits.max_output_tokens',
  't2.limits.max_steps',
  't2.limits.max_total_tokens',
  't2.tools.args',
  't2.tools.extra',
  't2.tools.status',
];

interface TurnExpectation {
  readonly tools: { readonly order: 'exact'; readonly calls: readonly (ExpectedCall | Parallel)[] };
  readonly response: { readonly equals: string | undefined };
  readonly limits: Readonly<Record<string, number>>;
}

interface ExpectedCall {
  readonly name: string;
  readonly args: JsonObject;
  readonly status: 'ok' | 'error';
}

interface Parallel {
  readonly parallel: readonly ExpectedCall[];
}

function expectedOf(turn: StoryTurn, way: Way): TurnExpectation {
  const groups = turn.steps.map(({ calls }) => calls.map((call) => expectedCall(call, way)));
  const { input_tokens, output_tokens } = usageOf(turn);
  return {
    tools: {
      order: 'exact',
      calls: groups.flatMap((group): (ExpectedCall | Parallel)[] => (group.length > 1 ? [{ parallel: group }] : group)),
    },
    response: { equals: turn.steps.at(-1)?.text },
    limits: {
      max_input_tokens: input_tokens,
      max_output_tokens: output_tokens,
      max_total_tokens: input_tokens + output_tokens,
      max_steps: turn.steps.length,
    },
  };
}

/** Off by one everywhere; the second of two parallel calls is said to share a model turn with the third. */
function spoiledOf(turn: StoryTurn, way: Way): TurnExpectation {
  const right = expectedOf(turn, way);
  const calls = turn.steps.flatMap((step) => step.calls.map((call) => expectedCall(call, way)));
  const [first, second, third] = calls;
  const spoiled =
    first !== undefined && second !== undefined && third !== undefined
      ? [
          first,
          { parallel: [{ ...second, status: second.status === 'ok' ? ('error' as const) : ('ok' as const) }, third] },
        ]
      : calls.map((call) => ({ ...call, args: { ...call.args, order_id: 'B3' } }));
  return {
    tools: { order: 'exact', calls: spoiled },
    response: right.response,
    limits: Object.fromEntries(Object.entries(right.limits).map(([key, value]) => [key, value - 1])),
  };
}

function expectedCall(call: StoryCall, way: Way): ExpectedCall {
  return { name: call.name, args: call.arguments, status: call.fails && way.tells_failures ? 'error' : 'ok' };
}
