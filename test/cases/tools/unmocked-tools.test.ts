import { describe, expect, it } from 'vitest';
import type { ToolMocks } from '#cases/tools/tool-mock.ts';
import type { ToolSchema } from '#cases/tools/tool-schema.ts';
import { unmockedTools } from '#cases/tools/unmocked-tools.ts';

const tool = (name: string): ToolSchema => ({ name, description: null, parameters: { type: 'object' } });
const mocks = (...names: readonly string[]): ToolMocks =>
  Object.fromEntries(names.map((name) => [name, { kind: 'table', rows: [] }]));

describe('tools and mocks must find each other', () => {
  it('nothing to say when they do', () => {
    expect(unmockedTools([tool('a'), tool('b')], mocks('b', 'a'))).toEqual([]);
  });

  it('a tool without a mock, with the mock that was probably meant', () => {
    expect(unmockedTools([tool('lookup_order')], mocks('lookup_ordre'))).toEqual([
      {
        lacks: 'mock',
        name: 'lookup_order',
        message:
          'the tool lookup_order has no mock, so nothing could answer it: write mocks: {lookup_order: {value: …}}; is the mock of lookup_ordre meant for it?',
      },
      {
        lacks: 'tool',
        name: 'lookup_ordre',
        message: 'there is no tool lookup_ordre to mock; did you mean lookup_order?',
      },
    ]);
  });

  it('a mock of an agent without tools', () => {
    expect(unmockedTools([], mocks('a'))).toMatchObject([
      { lacks: 'tool', message: 'there is no tool a to mock; the agent has no tools' },
    ]);
  });
});
