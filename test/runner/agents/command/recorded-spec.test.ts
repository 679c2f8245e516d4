import { expect, test } from 'vitest';
import { recordedSpec } from '#runner/agents/command/recorded-spec.ts';

const session = {
  variables: { OPENAI_API_KEY: 'dummy', NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' },
  begin: () => {
    throw new Error('no turn here');
  },
  close: () => {},
};

test("a session's variables lie over the environment, and what else needs no proxy is kept", () => {
  const spec = {
    command: ['x'],
    cwd: '/',
    environment: { OPENAI_API_KEY: 'real', HOME: '/h', NO_PROXY: 'corp.example' },
  };
  expect(recordedSpec(spec, { models: session, mcp: null })).toEqual({
    command: ['x'],
    cwd: '/',
    environment: { OPENAI_API_KEY: 'dummy', HOME: '/h', NO_PROXY: 'corp.example,127.0.0.1', no_proxy: '127.0.0.1' },
  });
  expect(recordedSpec(spec, { models: null, mcp: null })).toEqual(spec);
});
