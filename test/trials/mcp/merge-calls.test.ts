import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { always } from '#test/support/always.ts';
import type { McpCall } from '#trials/mcp/exchange.ts';
import { isNamed, mergeMcpCalls } from '#trials/mcp/merge-calls.ts';
import type { ToolCall } from '#trials/trial/trajectory.ts';

const told = (name: string, args: ToolCall['arguments'] = {}, more: Partial<ToolCall> = {}): ToolCall => ({
  name,
  arguments: args,
  status: null,
  result: null,
  step: 1,
  ...more,
});

const seen = (name: string, args: McpCall['arguments'] = {}, more: Partial<McpCall> = {}): McpCall => ({
  server: 'shop',
  name,
  arguments: args,
  status: 'ok',
  result: 'done',
  started_ms: 5,
  duration_ms: 7,
  bytes: 9,
  mocked: false,
  ...more,
});

describe('a call seen by the model and by the server', () => {
  test('is one: it keeps the name and arguments of the model, and gets what the server measured', () => {
    const [call, ...others] = mergeMcpCalls([told('mcp__shop__refund', { id: 1 })], [seen('refund', { id: 1 })]);
    expect(others).toEqual([]);
    expect(call).toEqual({
      ...told('mcp__shop__refund', { id: 1 }),
      status: 'ok',
      result: 'done',
      server: 'shop',
      started_ms: 5,
      duration_ms: 7,
      bytes: 9,
    });
  });

  test('keeps the result that the model was shown', () => {
    const [call] = mergeMcpCalls([told('refund', {}, { status: 'error', result: 'cut' })], [seen('refund')]);
    expect(call).toMatchObject({ status: 'error', result: 'cut' });
  });

  test('is paired by its arguments before its order', () => {
    const merged = mergeMcpCalls(
      [told('refund', { id: 1 }), told('refund', { id: 2 })],
      [seen('refund', { id: 2 }, { result: 'two' }), seen('refund', { id: 1 }, { result: 'one' })],
    );
    expect(merged.map(({ result }) => result)).toEqual(['one', 'two']);
  });

  test('is two if the server was called before the model had answered', () => {
    const calls = [told('refund', { id: 1 })];
    const merged = mergeMcpCalls(calls, [seen('refund', { id: 1 }, { started_ms: 5 })], () => 6);
    expect(merged.map(({ status, step }) => [status, step])).toEqual([
      [null, 1],
      ['ok', null],
    ]);
    expect(mergeMcpCalls(calls, [seen('refund', { id: 1 }, { started_ms: 6 })], () => 6)).toHaveLength(1);
  });

  test('is still one if its client filled in a default or dropped a null', () => {
    expect(
      mergeMcpCalls([told('refund', { id: 1, note: null })], [seen('refund', { id: 1, currency: 'EUR' })]),
    ).toHaveLength(1);
  });
});

describe('a call that only a server saw', () => {
  test('counts as a call, also where an argument differs from what the model asked for', () => {
    const merged = mergeMcpCalls([told('refund', { amount: 1 })], [seen('refund', { amount: 1000 })]);
    expect(merged.map(({ arguments: args }) => args)).toEqual([{ amount: 1 }, { amount: 1000 }]);
  });

  test('comes before the next call that both saw', () => {
    const merged = mergeMcpCalls([told('think'), told('refund')], [seen('lookup'), seen('refund'), seen('log')]);
    expect(merged.map(({ name }) => name)).toEqual(['think', 'lookup', 'refund', 'log']);
  });

  test('is all there is for an agent that names no calls', () => {
    expect(mergeMcpCalls(null, [seen('refund')])).toMatchObject([{ name: 'refund', status: 'ok', step: null }]);
    expect(mergeMcpCalls(null, [])).toEqual([]);
  });
});

test('no call is lost, doubled or moved before another of its own side', () => {
  const name = fc.constantFrom('refund', 'lookup', 'think');
  const args = fc.record({ id: fc.integer({ min: 0, max: 1 }) }, { requiredKeys: [] });
  always(
    fc.property(fc.array(fc.tuple(name, args)), fc.array(fc.tuple(name, args)), (left, right) => {
      const listed = left.map(([tool, args], place) => told(tool, args, { step: place + 1 }));
      const server = right.map(([tool, args]) => seen(tool, args));
      const merged = mergeMcpCalls(listed, server);
      const steps = merged.flatMap(({ step }) => step ?? []);
      expect(steps).toEqual(listed.map(({ step }) => step));
      expect(merged.filter((call) => call.server !== undefined)).toHaveLength(server.length);
    }),
  );
});

test.for<[name: string, is: boolean]>([
  ['get.order', true],
  ['get_order', true],
  ['mcp__my-shop__get_order', true],
  ['my_shop_get_order', true],
  ['my-shop.get.order', true],
  ['other__get_order', false],
  ['forget_order', false],
  ['my_shopget_order', false],
])('%s is the tool get.order of my-shop: %s', ([name, is]) => {
  expect(isNamed(name, { server: 'my-shop', name: 'get.order' })).toBe(is);
});
