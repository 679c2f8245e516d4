import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { withTraces } from '#runner/agents/result/merge-traces.ts';
import { mergeWire, type ReportedTurn } from '#runner/agents/result/merge-wire.ts';
import type { WireTurn } from '#runner/agents/result/wire-turn.ts';
import { withMcp } from '#runner/agents/turn/agent-mcp.ts';
import { expectSaid } from '#test/support/said.ts';
import type { ToolCall, Usage } from '#trials/trial/trajectory.ts';

const call = (name: string): ToolCall => ({ name, arguments: {}, status: null, result: null, step: null });
const usage = (tokens: number): Usage => ({
  input_tokens: tokens,
  output_tokens: tokens,
  total_tokens: 2 * tokens,
  cost_usd: null,
  estimated: false,
});

function told(
  names: readonly string[] | null,
  calls_from: ReportedTurn['calls_from'] = names === null ? null : 'agent',
): ReportedTurn {
  const account = { output: 'x', plan: null, metadata: null, state: null, retrieved: null, usage: usage(1), steps: 1 };
  return { kind: 'read', calls_from, account: { ...account, tool_calls: names?.map(call) ?? null } };
}

function wire(names: readonly string[], calls = 2): WireTurn {
  const seen = {
    usage: usage(50),
    steps: 2,
    models: [],
    fault: null,
    last_fault: null,
    unanswered: 0,
    replayed: false,
    response_ids_hash: 'ids',
  };
  return {
    ...seen,
    calls,
    known: calls > 0,
    model_calls: [],
    segments: [],
    silent_ms: 0,
    call_ids: new Map(),
    known_ms: new Map(),
    tool_calls: names.map(call),
    shows_tools: true,
    ...(calls === 0 && { usage: null, steps: 0 }),
  };
}

const ALL = ['auto', 'wire', 'agent'] as const;

test('with a recording, what agent and wire tell is merged as the golden file says', () => {
  return expectSaid(new URL('golden/merged.txt', import.meta.url), (text) => {
    const { agent, wire: seen } = parse(text);
    const reported = agent === null ? null : told(agent.calls, agent.from);
    const { calls, shows_tools = true, model_calls = 2 } = seen;
    return ALL.map((tool_calls) => {
      const settings = { tool_calls, ignore_tools: [] };
      const account = mergeWire(reported, { ...wire(calls, model_calls), shows_tools }, settings);
      if (account === null) return `${tool_calls}: nothing`;
      const { tool_calls: made, usage: spent, steps, response_ids_hash, output, calls_unknown } = account;
      const names = made?.map(({ name }) => name) ?? null;
      const tokens = spent?.total_tokens ?? null;
      return `${tool_calls}: ${JSON.stringify({ names, tokens, steps, output, response_ids_hash, calls_unknown })}`;
    });
  });
});

describe('with a recording', () => {
  test('a turn that is known to have made no call used nothing', () => {
    const nothing = { ...wire([], 0), known: true, silent_ms: 0, usage: usage(0) };
    expect(mergeWire(told(null), nothing, { tool_calls: 'auto', ignore_tools: [] })).toMatchObject({
      tool_calls: [],
      usage: usage(0),
      steps: 0,
    });
  });
});

describe('calls that no request offers, and that the agent does not tell of', () => {
  const unseen = { ...wire([]), shows_tools: false };
  const merged = (agent: ReportedTurn | null) => mergeWire(agent, unseen, { tool_calls: 'auto', ignore_tools: [] });

  test('are known by traces and by MCP servers that are recorded', () => {
    const work = { calls: [], usage: null, steps: 1, retrieved: null };
    const servers = {
      calls: [{ ...call('refund'), server: 'shop', started_ms: 1, duration_ms: 1, bytes: 1, mocked: false }],
      reads: [],
      connected: true,
      fault: null,
      losses: [],
    };
    const traced = withTraces(merged(told(null)), { kind: 'read', work }, unseen);
    expect(traced).toMatchObject({ tool_calls: [] });
    expect(traced).not.toHaveProperty('calls_unknown');
    const asked = withMcp(merged(told(null)), servers, unseen);
    expect(asked?.tool_calls?.map(({ name }) => name)).toEqual(['refund']);
    expect(asked).not.toHaveProperty('calls_unknown');
    expect(withMcp(merged(told(null)), { ...servers, calls: [], connected: false }, unseen)?.calls_unknown).toBe(
      'not_offered',
    );
  });
});

test('without a recording the agent is taken at its word', () => {
  expect(mergeWire(told(['own']), null, null)).toEqual(told(['own']).account);
  expect(mergeWire(null, null, null)).toBeNull();
});
