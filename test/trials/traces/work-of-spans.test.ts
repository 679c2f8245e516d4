import { expect, test } from 'vitest';
import type { JsonObject } from '#common/json.ts';
import { exportRequest, type WrittenSpan } from '#test/support/otlp.ts';
import { mergeTraced } from '#trials/traces/merge-traced.ts';
import { readProtobuf } from '#trials/traces/otlp/protobuf.ts';
import { tracesOf } from '#trials/traces/otlp/read-otlp.ts';
import { workOfSpans } from '#trials/traces/work-of-spans.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';

function workOf(spans: readonly WrittenSpan[]) {
  return workOfSpans(tracesOf([{ request: exportRequest(spans), line: 1 }]).flatMap((trace) => trace.spans));
}

function chat(id: string, calls: readonly JsonObject[], more: JsonObject = {}): WrittenSpan {
  const parts = calls.map((call) => ({ type: 'tool_call', ...call }));
  const output = JSON.stringify([{ role: 'assistant', parts }]);
  return { id, attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': output, ...more } };
}

function run(id: string, name: string, more: JsonObject = {}, parent?: string): WrittenSpan {
  const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name, ...more };
  return { id, attributes, ...(parent !== undefined && { parent }) };
}

function listed(name: string, args: JsonObject = {}): ToolCall {
  return { name, arguments: args, status: null, result: null, step: 1 };
}

test('a request and its run are one call, by id or by name and arguments; a call without a run has no status', () => {
  const { calls } = workOf([
    chat('1', [
      { id: 'a', name: 'look', arguments: { order: 1 } },
      { id: 'b', name: 'look', arguments: { order: 2 } },
      { name: 'buy', arguments: {} },
    ]),
    run('2', 'look', { 'gen_ai.tool.call.id': 'b', 'gen_ai.tool.call.result': 'two' }),
    run('3', 'look', { 'gen_ai.tool.call.arguments': '{"order":1}' }),
  ]);
  expect(calls.map(({ name, arguments: args, status, result }) => [name, args, status, result])).toEqual([
    ['look', { order: 1 }, 'ok', null],
    ['look', { order: 2 }, 'ok', 'two'],
    ['buy', {}, null, null],
  ]);
});

test('what earlier messages requested counts where it was said, and not again as input', () => {
  const asking = { role: 'assistant', parts: [{ type: 'tool_call', id: 'old', name: 'look', arguments: {} }] };
  const input = [{ role: 'user', parts: [{ type: 'text', content: 'Hi.' }] }, asking, { role: 'tool', parts: [] }];
  const answer = { 'gen_ai.input.messages': JSON.stringify([...input, { role: 'user', parts: [] }]) };
  expect(workOf([chat('1', [], answer)]).calls).toEqual([]);
});

test('instrumentations that lie on one another count once: tokens of the inner call, the outer run of a tool', () => {
  const usage = { 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 1 };
  const {
    calls,
    usage: total,
    steps,
  } = workOf([
    { id: '1', attributes: { 'openinference.span.kind': 'LLM', 'llm.token_count.prompt': 10 } },
    { ...chat('2', [], usage), parent: '1' },
    chat('3', [], usage),
    { id: '7', attributes: { 'gen_ai.agent.name': 'shop' } },
    run('4', 'ask', { 'gen_ai.tool.call.arguments': '{"q":1}' }),
    {
      id: '5',
      parent: '4',
      attributes: { 'openinference.span.kind': 'TOOL', 'tool.name': 'ask', 'input.value': '{"q":1}' },
    },
    run('6', 'ask', { 'gen_ai.tool.call.arguments': '{"q":2}' }, '4'),
  ]);
  expect(total).toMatchObject({ input_tokens: 20, output_tokens: 2, total_tokens: 22, cost_usd: null });
  expect(steps).toBe(2);
  expect(calls.map((call) => call.arguments)).toEqual([{ q: 1 }, { q: 2 }]);
});

test('by the names of the conventions’ own repository, a workflow, its agents and plans are no calls, a skill and a command are, and a tool of the provider too', () => {
  const usage = { 'gen_ai.usage.input_tokens': 30, 'gen_ai.usage.cache_write.input_tokens': 20 };
  const server = {
    type: 'server_tool_call',
    id: 's',
    name: 'web_search',
    server_tool_call: { type: 'web_search', query: 'mug' },
  };
  const work = workOf([
    {
      id: '1',
      attributes: { 'gen_ai.operation.name': 'invoke_workflow', 'gen_ai.agent.name': 'refunds', ...usage },
    },
    {
      id: '2',
      parent: '1',
      attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk', ...usage },
    },
    { id: '3', parent: '2', attributes: { 'gen_ai.operation.name': 'plan', 'gen_ai.request.model': 'm' } },
    { ...chat('4', [server], { ...usage, 'gen_ai.usage.output_tokens': 2 }), parent: '3' },
    run('5', 'load_skill', { 'gen_ai.skill.name': 'refunds' }, '2'),
    run('6', 'bash', { 'process.executable.name': 'git', 'process.exit.code': 0 }, '2'),
  ]);
  expect(work.calls.map(({ name, arguments: args }) => [name, args])).toEqual([
    ['web_search', { query: 'mug' }],
    ['load_skill', null],
    ['bash', null],
  ]);
  expect(work).toMatchObject({ steps: 1, usage: { input_tokens: 30, output_tokens: 2, cache_write_tokens: 20 } });
});

test('a model call without tokens leaves those of the turn unknown', () => {
  expect(workOf([chat('1', [], { 'gen_ai.usage.input_tokens': 1 }), chat('2', [])]).usage).toBeNull();
  expect(workOf([run('1', 'look')]).usage).toBeNull();
});

test('a recorded call and a traced one with its id are one; two ids are two calls, and an unrecorded call comes in its place', () => {
  const recorded = [listed('look', { order: 1 }), listed('look', { order: 1 }), listed('buy')];
  const ids = new Map([
    [recorded[0], 'a'],
    [recorded[1], 'b'],
  ]);
  const { calls } = workOf([
    run('1', 'think'),
    run('2', 'look', { 'gen_ai.tool.call.id': 'b', 'gen_ai.tool.call.result': 'two' }),
    run('3', 'look', { 'gen_ai.tool.call.id': 'c', 'gen_ai.tool.call.arguments': '{"order":1}' }),
    run('4', 'buy', { 'gen_ai.tool.call.arguments': '{"sum":5}' }),
  ]);
  const merged = mergeTraced(recorded, calls, (call) => ids.get(call) ?? null);
  expect(merged.map(({ name, status, result }) => [name, status, result])).toEqual([
    ['look', null, null],
    ['think', 'ok', null],
    ['look', 'ok', 'two'],
    ['look', 'ok', null],
    ['buy', 'ok', null],
  ]);
});

test('bytes that are no message, that end early or that never end are refused; a span of protobuf is read', () => {
  const span = [0x0a, 2, 0xab, 0xcd, 0x12, 1, 0x0f, 0x2a, 2, 0x68, 0x69, 0x39, 1, 0, 0, 0, 0, 0, 0, 0];
  const wrap = (field: number, bytes: readonly number[]) => [field * 8 + 2, bytes.length, ...bytes];
  const whole = wrap(1, wrap(2, wrap(2, span)));
  expect(readProtobuf(Uint8Array.from(whole), 'traces')).toEqual({
    resourceSpans: [
      { scopeSpans: [{ spans: [{ traceId: 'abcd', spanId: '0f', name: 'hi', startTimeUnixNano: '1' }] }] },
    ],
  });
  for (let end = 1; end < whole.length; end += 1)
    expect(readProtobuf(Uint8Array.from(whole.slice(0, end)), 'traces')).toBeNull();
  for (const bytes of [[0x08, ...Array(12).fill(0xff)], [0x0b], [0x0a, 2, 0xff, 0xff]])
    expect(readProtobuf(Uint8Array.from(bytes), 'traces')).toBeNull();
});
