import { describe, expect, test } from 'vitest';
import { formatIssue } from '#common/document/format-issue.ts';
import type { Config } from '#config/config.ts';
import { chooseAgents } from '#config/parsing/agents-of.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { expectSaid } from '#test/support/said.ts';

const TWO = `version: 1
agents:
  small: {openai: {model: gpt-5-mini, prompt: p.md}}
  large: {command: [node, agent.mjs]}
cases: [evals/*.yml]
`;

describe('several agents by name', () => {
  test('the first is judged unless another is the default', () => {
    expect(config(TWO)).toMatchObject({ agent: { kind: 'openai' }, agent_path: ['agents', 'small'] });
    expect(config(`${TWO}default_agent: large\n`)).toMatchObject({
      agent: { kind: 'command' },
      agent_path: ['agents', 'large'],
    });
  });

  test('next to an agent, each is that agent with the keys that it names', () => {
    const { agent, agents } = config(`version: 1
agent: {command: [x], env: {A: a, B: b}, record: true}
agents:
  with: {env: {B: c}, overlay: {skills: mine}}
  other: {command: [y, z]}
  without: {}
cases: [a.yml]
`);
    expect(agents.map((entry) => entry.agent)).toMatchObject([
      { command: ['x'], env: { A: 'a', B: 'c' }, record: expect.anything(), overlay: [{}] },
      { command: ['y', 'z'], env: { A: 'a', B: 'b' } },
      { command: ['x'], env: { A: 'a', B: 'b' } },
    ]);
    expect(agent).toBe(agents[0]?.agent);
  });

  test('warnings name the place of the agent they are about', () => {
    const text = `version: 1
agents:
  a: {command: [run, $HOME/x]}
  b: {command: [run]}
cases: [a.yml]
`;
    const parsed = parseConfig(text, 'a.yml');
    expect('warnings' in parsed ? parsed.warnings.map(formatIssue) : []).toEqual([
      expect.stringContaining('a.yml:3:22: agents.a.command[1]: $HOME stays as it is'),
    ]);
  });

  test('stored answers are used if any agent has a use for them', () => {
    const replay = 'replay: auto\n';
    const warnings = (text: string) => {
      const parsed = parseConfig(text, 'a.yml');
      return 'warnings' in parsed ? parsed.warnings.length : -1;
    };
    expect(warnings(`${TWO}${replay}`)).toBe(0);
    expect(warnings(`version: 1\nagents: {a: {command: [x]}, b: {command: [y]}}\ncases: [a.yml]\n${replay}`)).toBe(1);
  });
});

describe('agents to compare', () => {
  test('are those that are named, or a problem says what could be named', () => {
    return expectSaid(new URL('golden/agents-to-compare.txt', import.meta.url), (text) => {
      const lines = text.split('\n');
      const asked = lines.pop()?.split(', ') ?? [];
      const found = chooseAgents(config(lines.length === 0 ? TWO : `${lines.join('\n')}\n`), asked);
      return ['agents' in found ? found.agents.map(({ name }) => name).join(', ') : found.problem];
    });
  });

  test.each([
    ['openai:gpt-5', { kind: 'openai', model: 'gpt-5', base_url: null }],
    ['ollama:qwen3:8b', { kind: 'openai', model: 'qwen3:8b', base_url: 'ollama:OLLAMA_HOST' }],
  ])('%s takes the prompt and tools of the agent of its kind', (word, agent) => {
    const found = chooseAgents(config(TWO), ['small', word]);
    expect('agents' in found ? found.agents[1]?.config.agent : null).toMatchObject({ ...agent, prompt: 'p.md' });
  });
});

function config(text: string): Config {
  const parsed = parseConfig(text, 'a.yml');
  mustBeRead(parsed);
  return parsed.config;
}
