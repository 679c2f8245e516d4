import { describe, expect, test } from 'vitest';
import { linesOf, validConfig } from './read-config.ts';

const config = (agent: string) => `version: 1\nagent: ${agent}\ncases: [a.yml]\n`;
const agentOf = (agent: string) => validConfig(config(agent)).agent;

const PROGRAM = { record: null, mcp: null, setup: [], env: {}, needs: [] };
const MODEL = {
  model: 'm',
  prompt: null,
  tools: null,
  mocks: {},
  temperature: null,
  top_p: null,
  max_output_tokens: null,
  base_url: null,
  extra: {},
  needs: [],
};

const OPENAI = { kind: 'openai', api: 'chat', seed: false, parallel_tool_calls: null };

describe('each kind of agent, with the least it needs, gets the defaults', () => {
  test.each([
    ['{command: [a]}', { kind: 'command', command: ['a'], mode: 'worker', isolate: false, ...PROGRAM }],
    ['{openai: {model: m}}', { key: 'openai', ...OPENAI, ...MODEL }],
    ['{ollama: {model: m}}', { key: 'ollama', ...OPENAI, ...MODEL, base_url: 'http://127.0.0.1:11434/v1' }],
    ['{anthropic: {model: m}}', { key: 'anthropic', kind: 'anthropic', ...MODEL, cache: true }],
    [
      '{http: {url: "http://127.0.0.1:8080/turn"}}',
      {
        kind: 'http',
        url: 'http://127.0.0.1:8080/turn',
        start: null,
        ready_url: null,
        ready_timeout_ms: 30_000,
        headers: {},
        concurrency: 1,
        ...PROGRAM,
      },
    ],
    ['{module: ./agent.ts}', { kind: 'module', file: './agent.ts', export: 'default', isolate: false, ...PROGRAM }],
    ['{module: {file: a.mjs}}', { kind: 'module', file: 'a.mjs', export: 'default', isolate: false, ...PROGRAM }],
    ['{recorded: runs.jsonl}', { kind: 'recorded', file: 'runs.jsonl', needs: [] }],
  ])('%s', (written, read) => {
    expect(agentOf(written)).toEqual(read);
    expect(linesOf(config(written))).toEqual([]);
  });
});

describe('isolate', () => {
  test.each(['true', 'false', 'reset'])('%s is read of workers and modules', (written) => {
    const isolate = written === 'reset' ? written : written === 'true';
    for (const kind of ['command: [a]', 'module: a.js'])
      expect(agentOf(`{${kind}, isolate: ${written}}`)).toMatchObject({ isolate });
  });

  test.each([
    ['command: [a, "{input}"]', 'has no effect on a one-shot program, which is started for every turn; remove the key'],
    ['command: [a], mode: one-shot', 'has no effect on a one-shot program'],
    ['http: {url: "http://localhost:1"}', 'has no effect on a server; remove the key'],
    ['openai: {model: m}', 'remove the key'],
  ])('is refused where no process answers several trials of ours: %s', (kind, message) => {
    for (const written of ['true', 'reset'])
      expect(linesOf(config(`{${kind}, isolate: ${written}}`)).join()).toContain(message);
  });
});

describe('record', () => {
  test.each([
    ['true', { tool_calls: 'auto', ignore_tools: [] }],
    ['{}', { tool_calls: 'auto', ignore_tools: [] }],
    ['false', null],
    ['{tool_calls: agent}', { tool_calls: 'agent', ignore_tools: [] }],
    ['{ignore_tools: ["respond_*"]}', { tool_calls: 'auto', ignore_tools: ['respond_*'] }],
  ])('%s', (written, read) => {
    for (const kind of ['command: [a], mode: one-shot', 'http: {url: "http://localhost:1"}', 'module: a.js'])
      expect(agentOf(`{${kind}, record: ${written}}`)).toMatchObject({ record: read });
  });
});
