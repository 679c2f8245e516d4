import { describe, expect, test } from 'vitest';
import { withTraces } from '#runner/agents/result/merge-traces.ts';
import { mergeWire, type ReportedTurn } from '#runner/agents/result/merge-wire.ts';
import type { WireTurn } from '#runner/agents/result/wire-turn.ts';
import { withMcp } from '#runner/agents/turn/agent-mcp.ts';
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
    unanswered: 0,
    replayed: false,
    response_ids_hash: 'ids',
  };
  return {
    ...seen,
    calls,
    known: calls > 0,
    model_calls: [],
    shown: [],
    silent_ms: 0,
    call_ids: new Map(),
    known_ms: new Map(),
    tool_calls: names.map(call),
    shows_tools: true,
    ...(calls === 0 && { usage: null, steps: 0 }),
  };
}

const ALL = ['auto', 'wire', 'agent'] as const;

describe('with a recording', () => {
  test.each([
    ['both name calls', told(['own']), wire(['seen']), { auto: ['own'], wire: ['seen'], agent: ['own'] }],
    ['only the agent does (text-ReAct)', told(['own']), wire([]), { auto: ['own'], wire: [], agent: ['own'] }],
    ['only the wire does', told(null), wire(['seen']), { auto: ['seen'], wire: ['seen'], agent: null }],
    [
      'the agent returns its last message alone',
      told([]),
      wire(['seen']),
      { auto: ['seen'], wire: ['seen'], agent: [] },
    ],
    [
      'metadata gives names without arguments',
      told(['own'], 'metadata'),
      wire(['seen']),
      { auto: ['seen'], wire: ['seen'], agent: ['own'] },
    ],
    [
      'metadata gives names and the wire none',
      told(['own'], 'metadata'),
      wire([]),
      { auto: ['own'], wire: [], agent: ['own'] },
    ],
    ['neither does', told(null), wire([]), { auto: [], wire: [], agent: null }],
    ['no model call was seen', told(null), wire([], 0), { auto: null, wire: null, agent: null }],
    [
      'no model call was seen but the agent tells',
      told(['own']),
      wire([], 0),
      { auto: ['own'], wire: null, agent: ['own'] },
    ],
  ])('when %s, tool calls are those of the chosen account', (_, agent, seen, expected) => {
    const merged = ALL.map((tool_calls) => mergeWire(agent, seen, { tool_calls, ignore_tools: [] }));
    expect(merged.map((account) => account?.tool_calls?.map(({ name }) => name) ?? null)).toEqual(
      ALL.map((mode) => expected[mode]),
    );
  });

  test.each(ALL)('usage, steps and ids are those of the wire (%s)', (tool_calls) => {
    const settings = { tool_calls, ignore_tools: [] };
    expect(mergeWire(told(['own']), wire(['seen']), settings)).toMatchObject({
      usage: usage(50),
      steps: 2,
      response_ids_hash: 'ids',
      output: 'x',
    });
    expect(mergeWire(told(['own']), wire([], 0), settings)).toMatchObject({
      usage: null,
      steps: null,
      response_ids_hash: null,
    });
  });

  test('a turn without an answer is what its model calls show, if there were any', () => {
    const settings = { tool_calls: 'auto', ignore_tools: [] } as const;
    expect(mergeWire(null, wire(['seen']), settings)).toMatchObject({ output: null, steps: 2, usage: usage(50) });
    expect(mergeWire(null, wire([], 0), settings)).toBeNull();
  });

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
  const settings = (tool_calls: (typeof ALL)[number]) => ({ tool_calls, ignore_tools: [] });
  const merged = (agent: ReportedTurn | null, mode: (typeof ALL)[number] = 'auto') =>
    mergeWire(agent, unseen, settings(mode));

  test.each([
    ['no account', told(null), 'auto', null],
    ['no answer', null, 'auto', null],
    ['an account that does not count', told([]), 'wire', null],
    ['an empty account', told([]), 'auto', []],
    ['an empty account alone', told([]), 'agent', []],
  ] as const)('are unknown unless an account that counts says so: %s', (_, agent, mode, calls) => {
    const account = merged(agent, mode);
    expect(account?.tool_calls).toEqual(calls);
    expect(account?.calls_unknown).toBe(calls === null ? 'not_offered' : undefined);
  });

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
