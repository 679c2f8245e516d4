import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '#config/gate/policy-schema.ts';
import { parseConfig } from '#config/parsing/parse-config.ts';
import { differences } from '#test/support/differences.ts';
import { expectSaid } from '#test/support/said.ts';
import { LEAST, linesOf, validConfig } from './read-config.ts';

describe('a config', () => {
  test('of the least keys gets the defaults', () => {
    expect(validConfig(LEAST)).toEqual({
      version: 1,
      agent: {
        kind: 'command',
        command: ['python', 'agent.py'],
        mode: 'worker',
        isolate: false,
        record: null,
        mcp: null,
        setup: [],
        env: {},
        needs: [],
      },
      agent_path: ['agent'],
      agents: [],
      cases: [{ file: 'evals/*.yml', dialect: {}, id_prefix: '', skip: [] }],
      trials: null,
      again: null,
      concurrency: 8,
      defaults: {},
      limits: { trial_timeout_ms: 60_000, max_steps: null, max_tool_calls: null },
      prices: {},
      replay: { mode: 'off', folder: 'agent-eval-cassettes' },
      simulated_user: null,
      embedding: null,
      variants: { kinds: [], model: null, file: 'agent-eval-variants.json' },
      judge: null,
      usage_estimate: null,
      coverage: { every_case: [], tags: {}, ignores: [] },
      explain: null,
      label_rules: { start: false, skip: false, skip_drafts: false },
      gate: defaultPolicy(),
      gate_document: {},
    });
    expect(linesOf(LEAST)).toEqual([]);
  });

  test('may be JSON', () => {
    const parsed = parseConfig(
      '{"version": 1, "agent": {"recorded": "runs.jsonl", "needs": ["X"]}, "cases": ["a.json"]}',
      'agent-eval.json',
    );
    expect('config' in parsed ? parsed.config.agent : null).toEqual({
      kind: 'recorded',
      file: 'runs.jsonl',
      needs: ['X'],
    });
  });

  test('differs from one of the least keys as the golden file says', () => {
    return expectSaid(new URL('golden/keys-read.txt', import.meta.url), (keys) =>
      differences(
        validConfig(LEAST),
        validConfig(keys.startsWith('cases:') ? LEAST.replace(/cases: .*/, keys) : `${LEAST}${keys}\n`),
      ),
    );
  });

  test('has an agent that is read as the golden file says', () => {
    return expectSaid(new URL('golden/agents-read.txt', import.meta.url), (agent) => {
      const text = `version: 1\nagent: ${agent}\ncases: [a.yml]\n`;
      return [...linesOf(text), JSON.stringify(validConfig(text).agent)];
    });
  });
});

describe('refusals and warnings have the words that people read', () => {
  const wholeText = (text: string) => linesOf(`${text}\n`);
  const ofAgent = (agent: string) => linesOf(`version: 1\nagent: ${agent}\ncases: [a.yml]\n`);

  test.each<[file: string, say: (text: string) => readonly string[]]>([
    ['whole-config', wholeText],
    ['suites', wholeText],
    ['several-agents', wholeText],
    ['more-keys', (keys) => linesOf(`${LEAST}${keys}\n`)],
    ['agents', ofAgent],
    ['cases', (cases) => linesOf(`version: 1\nagent: {command: [a]}\ncases: ${cases}\n`)],
    ['cost-gates', (keys) => linesOf(`version: 1\ncases: [a.yml]\n${keys}\n`)],
  ])('%s', (file, say) => expectSaid(new URL(`golden/${file}.txt`, import.meta.url), say));

  test('everything at once, in the order of the file', () => {
    const text =
      'version: 3\nagent:\n  comand: [a]\n  record: always\ncases: [/a]\ntrials: many\ngate:\n  pass_rate: {min: 90}\n  tool_recal: {}\nshards: 4\n';
    expect(linesOf(text).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'a.yml:1:10: version:',
      'a.yml:3:3: agent.comand:',
      'a.yml:4:11: agent.record:',
      'a.yml:5:9: cases[0]:',
      'a.yml:6:9: trials:',
      'a.yml:8:20: gate.pass_rate.min:',
      'a.yml:9:3: gate.tool_recal:',
      'a.yml:10:1: shards:',
    ]);
  });

  const KEY = `sk-proj-${'a1'.repeat(12)}`;

  test.each([
    [`{command: [python, a.py], env: {OPENAI_API_KEY: ${KEY}}}`, 'agent.env.OPENAI_API_KEY'],
    [`{command: [python, a.py], env: {X: "Bearer ghp_${'a1'.repeat(12)}"}}`, 'agent.env.X'],
    ['{command: [python, a.py], env: {DB_PASSWORD: correct-horse-battery-9}}', 'agent.env.DB_PASSWORD'],
    [`{command: [python, a.py, --key, ${KEY}]}`, 'agent.command[3]'],
    [`{command: [bash, -c, "KEY=${KEY} python $HOME/a.py"]}`, 'agent.command[2]'],
    [`{command: [python, a.py], setup: ["export KEY=${KEY}"]}`, 'agent.setup[0]'],
    [`{http: {url: "http://127.0.0.1:1/", headers: {x-api-key: ${KEY}}}}`, 'agent.http.headers.x-api-key'],
  ])('a key in agent: %s', (agent, place) => {
    const [line, ...more] = ofAgent(agent);
    expect([line, more]).toEqual([
      expect.stringMatching(/looks like a key.*revoke it, set the new one with gh secret set/),
      [],
    ]);
    expect(line).toContain(`: ${place}: `);
    expect(line).not.toContain(KEY);
  });

  test.each([
    'dummy',
    'not-needed',
    'ollama',
    'sk-test',
    'a-very-long-name-of-a-local-server',
    'https://127.0.0.1:8080/v1/x',
  ])('%s is no key', (text) => {
    const agent = `{command: [python, a.py], env: {OPENAI_API_KEY: "${text}"}}`;
    expect(ofAgent(agent)).toEqual([]);
  });
});
