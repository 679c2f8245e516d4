import { describe, expect, test } from 'vitest';
import type { ToolSchema } from '#cases/tools/tool-schema.ts';
import type { Config } from '#config/config.ts';
import { conditionsOf, treatmentOf } from '#config/fingerprint.ts';
import type { McpFile } from '#trials/mcp/mcp-server.ts';
import { validConfig } from './read-config.ts';

const config = (agent: string, rest = '') =>
  validConfig(`version: 1\nagent: ${agent}\ncases: [a.yml]\nlimits: {max_steps: 3}\n${rest}`);

const COMMAND = '{command: [python, agent.py], env: {A: b}, setup: [x], needs: [K]}';
const RECORDED = '{recorded: r.jsonl, needs: [K]}';
const OPENAI = 'model: m, tools: t.yml, mocks: {a: {value: 1}}';
const TOOL: ToolSchema = { name: 'a', description: null, parameters: { type: 'object' } };

describe('hashes of earlier versions stay', () => {
  test.each([
    [
      COMMAND,
      '4e642bf26a5c8063110b83abe36f7534461e86169cc3b2d3f7e7cee8f3d889ef',
      '4d9e2262ff54f8dcde081b1ed3bdbe54ca963340503d8665af362396e582aacc',
    ],
    [
      RECORDED,
      'e107a6352c25a774d3bd9e57f71b3dc36e774275c1104c83d56d331ea0ba7f7d',
      '2f1ff56dac216b71988b0f1e010f473105d94d851e156d9f46511eefddabc4cf',
    ],
  ])('%s', (agent, conditions, treatment) => {
    expect(conditionsOf(config(agent)).hash).toBe(conditions);
    expect(treatmentOf(config(agent)).hash).toBe(treatment);
  });
});

describe('conditions', () => {
  test.each([
    [COMMAND, 'agent'],
    ['{command: [a], record: true}', 'wire'],
    ['{module: a.ts}', 'agent'],
    ['{http: {url: "http://127.0.0.1:1"}, record: true}', 'wire'],
    ['{openai: {model: m}}', 'model'],
    ['{anthropic: {model: m}}', 'model'],
    [RECORDED, 'imported'],
  ])('%s is captured from: %s', (agent, capture) => {
    expect(conditionsOf(config(agent)).values).toMatchObject({ capture });
  });

  test.each<[what: string, left: Config, right: Config]>([
    [
      'whose account of tool calls counts',
      config('{command: [a], record: true}'),
      config('{command: [a], record: {tool_calls: wire}}'),
    ],
    [
      'which tools of the wire count',
      config('{command: [a], record: true}'),
      config('{command: [a], record: {ignore_tools: [b]}}'),
    ],
    [
      'what tools answer',
      config(`{openai: {${OPENAI}}}`),
      config(`{openai: {${OPENAI.replace('value: 1', 'value: 2')}}}`),
    ],
    ['the simulated user', config(COMMAND), config(COMMAND, 'simulated_user: {openai: {model: u}}\n')],
    [
      'who plays the simulated user',
      config(COMMAND, 'simulated_user: {openai: {model: u}}\n'),
      config(COMMAND, 'simulated_user: {openai: {model: v}}\n'),
    ],
  ])('differ with %s, and the treatment does not', (_, left, right) => {
    expect(conditionsOf(right).hash).not.toBe(conditionsOf(left).hash);
    expect(treatmentOf(right).hash).toBe(treatmentOf(left).hash);
  });

  test('differ with the text of a module that mocks a tool', () => {
    const built = config(`{openai: {${OPENAI}}}`);
    const files = (hash: string) => ({ model_agent: null, mock_modules: { 'm.mjs': hash } });
    expect(conditionsOf(built, files('1')).hash).not.toBe(conditionsOf(built, files('2')).hash);
  });

  test.each([
    ['another model', '{openai: {model: n}}'],
    ['another temperature', '{openai: {model: m, temperature: 0}}'],
    ['another prompt', '{openai: {model: m, prompt: p.md}}'],
  ])('are the same with %s: that is what is judged', (_, agent) => {
    expect(conditionsOf(config(agent)).hash).toBe(conditionsOf(config('{openai: {model: m}}')).hash);
  });

  test.each(['prices: {m: {input: 1, output: 2}}\n', 'replay: auto\n'])('are the same with %s', (rest) => {
    expect(conditionsOf(config('{openai: {model: m}}', rest)).hash).toBe(
      conditionsOf(config('{openai: {model: m}}')).hash,
    );
  });
});

describe('the treatment', () => {
  const built = config(`{anthropic: {${OPENAI}}}`);
  const of = (prompt: string | null, tools: readonly ToolSchema[]) =>
    treatmentOf(built, { model_agent: { prompt, tools }, mock_modules: {} });

  test('of a built-in agent differs with its prompt and its tools', () => {
    const hashes = [
      of(null, []),
      of('Be kind.', []),
      of('Be brief.', []),
      of('Be kind.', [TOOL]),
      of('Be kind.', [{ ...TOOL, description: 'Looks things up.' }]),
    ].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(5);
  });

  test('of a built-in agent shows hashes of prompt and tools, not their text, and no mocks', () => {
    const { values } = of('Be kind.', [TOOL]);
    expect(Object.keys(values).sort()).toEqual(
      [
        'base_url',
        'cache',
        'extra',
        'kind',
        'max_output_tokens',
        'model',
        'prompt_hash',
        'temperature',
        'tools_hash',
        'top_p',
      ].sort(),
    );
    expect(JSON.stringify(values)).not.toContain('Be kind');
  });

  test.each([
    ['{module: a.ts}', '{module: b.ts}'],
    ['{module: a.ts}', '{module: {file: a.ts, export: b}}'],
    ['{http: {url: "http://127.0.0.1:1", start: [a]}}', '{http: {url: "http://127.0.0.1:1", start: [b]}}'],
    ['{openai: {model: m}}', '{openai: {model: m, extra: {a: 1}}}'],
    ['{openai: {model: m}}', '{openai: {model: m, api: responses}}'],
  ])('of %s is not that of %s', (left, right) => {
    expect(treatmentOf(config(left)).hash).not.toBe(treatmentOf(config(right)).hash);
  });

  test.each([
    ['{command: [a]}', '{command: [a], needs: [KEY]}'],
    ['{module: a.ts}', '{module: a.ts, needs: [KEY]}'],
    ['{http: {url: "http://127.0.0.1:1"}}', '{http: {url: "http://127.0.0.1:1", concurrency: 4, ready_timeout: 1s}}'],
  ])('of %s is that of %s', (left, right) => {
    expect(treatmentOf(config(left)).hash).toBe(treatmentOf(config(right)).hash);
  });
});

describe('an agent with MCP servers', () => {
  const agent = config('{command: [a], mcp: {file: .mcp.json, mocks: {refund: {value: 1}}}}');
  const shop: McpFile = {
    key: 'mcpServers',
    servers: [{ kind: 'stdio', name: 'shop', command: 'node', args: [], env: { A: '${B}' }, cwd: null, others: {} }],
  };

  test('is judged for its servers, by name and as they are written', () => {
    const { values } = treatmentOf(agent, { model_agent: null, mock_modules: {}, mcp: shop });
    expect(values['mcp_servers']).toMatchObject({ shop: { command: 'node', env: { A: '${B}' } } });
  });

  test('is compared only under the same mocks, and with runs whose servers were recorded too', () => {
    expect(conditionsOf(agent).values).toMatchObject({ mcp: true, mocks: { refund: { kind: 'table' } } });
    expect(conditionsOf(config('{command: [a]}')).values).not.toHaveProperty('mcp');
  });
});
