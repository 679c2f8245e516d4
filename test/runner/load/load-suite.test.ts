import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatIssue } from '#common/document/format-issue.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import { expectSaid } from '#test/support/said.ts';
import { filesOf } from '../in-memory.ts';

const TOOLS = '- {name: find, parameters: {type: object}}\n- {name: pay, parameters: {type: object}}\n';
const CASE = '{id: a, input: x, expect: {completes: true}}';
const USER = 'simulated_user: {persona: p, goal: g}';

interface Written {
  readonly agent: string;
  /** Further keys of the config, one a line. */
  readonly rest?: string;
  readonly cases?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

function load({ agent, rest = '', cases = [CASE], files = {} }: Written, ids: readonly string[] = []) {
  const texts = {
    'agent-eval.yml': `version: 1\nagent: ${agent}\ncases: [c.yml]\n${rest}`,
    'c.yml': `cases:\n${cases.map((text) => `  - ${text}\n`).join('')}`,
    'prompt.md': 'Be kind.\n',
    'tools.yml': TOOLS,
    ...files,
  };
  return loadSuite(filesOf(texts), 'agent-eval.yml', { ids, tags: [] });
}

async function linesOf(texts: Written, ids?: readonly string[]): Promise<readonly string[]> {
  const loaded = await load(texts, ids);
  return ('issues' in loaded ? loaded.issues : loaded.suite.warnings).map(formatIssue);
}

async function suiteOf(texts: Written) {
  const loaded = await load(texts);
  mustBeRead(loaded);
  return loaded.suite;
}

const MOCKS = 'mocks: {find: {value: 1}, pay: {value: 2}}';
const BUILT_IN = `{openai: {model: m, prompt: prompt.md, tools: tools.yml, ${MOCKS}}}`;

describe('a built-in agent', () => {
  test('comes with the text of its prompt and its tools', async () => {
    expect(await suiteOf({ agent: BUILT_IN })).toMatchObject({
      warnings: [],
      model_agent: {
        prompt: 'Be kind.\n',
        tools: [
          { name: 'find', parameters: { type: 'object' } },
          { name: 'pay', parameters: { type: 'object' } },
        ],
      },
    });
  });

  test('is judged for its prompt, and compared under its mocks', async () => {
    const suite = await suiteOf({ agent: BUILT_IN });
    const prompted = await suiteOf({ agent: BUILT_IN, files: { 'prompt.md': 'Be brief.' } });
    expect(prompted.treatment.hash).not.toBe(suite.treatment.hash);
    expect(prompted.conditions.hash).toBe(suite.conditions.hash);

    const agent = BUILT_IN.replace('value: 2', 'module: pay.mjs');
    const mocked = await suiteOf({ agent, files: { 'pay.mjs': '1' } });
    const changed = await suiteOf({ agent, files: { 'pay.mjs': '2' } });
    expect(changed.conditions.hash).not.toBe(mocked.conditions.hash);
    expect(changed.treatment.hash).toBe(mocked.treatment.hash);
  });
});

describe('what is refused', () => {
  test('is reported in the words that people read, all at once', () => {
    return expectSaid(new URL('golden/suites.txt', import.meta.url), (text) => linesOf(parse(text)));
  });

  test('a malformed tool schema, on its line in its own file', async () => {
    const files = { 'tools.yml': '- name: find\n  parameters:\n    type: objekt\n' };
    expect(await linesOf({ agent: BUILT_IN, files })).toEqual([
      expect.stringMatching(/^tools\.yml:3:11: \[0\]\.parameters\.type: /),
    ]);
  });
});

describe('a floor that no run can prove', () => {
  const withRule = (rule: string, trials = 'trials: {min: 3, max: 10}') => ({
    agent: '{command: [a]}',
    rest: `${trials}\ngate:\n  pass_rate: ${rule}\n`,
    cases: [CASE, '{id: b, input: x, expect: {completes: true}}'],
  });
  const shortfall =
    "agent-eval.yml:6:20: gate.pass_rate.min: 20 trials that all pass can't prove a floor of 0.9; it takes 35 trials: give each of the 2 cases 18, add cases, or lower the floor to 0.83";

  test('is odd, at its place, by the trials of the last look', async () => {
    const { unprovable, warnings } = await suiteOf(withRule('{min: 0.9}'));
    expect(unprovable.map(formatIssue)).toEqual([shortfall]);
    expect(unprovable.map(({ severity }) => severity)).toEqual(['warning']);
    expect(warnings).toEqual([]);
    expect(await suiteOf(withRule('{min: 0.9}', 'trials: {min: 3, max: 18}'))).toMatchObject({ unprovable: [] });
  });

  test('is refused where it has to be proven', async () => {
    expect(await linesOf(withRule('{min: 0.9, min_mode: confident}'))).toEqual([
      `${shortfall}; or write \`min_mode: point\`, which compares the plain number`,
    ]);
    expect(await linesOf(withRule('{min: 0.9, min_mode: confident}', 'trials: 18'))).toEqual([]);
  });

  test('is that of the whole suite, also where a part of it is run', async () => {
    expect(await linesOf(withRule('{min: 0.9, min_mode: confident}', 'trials: 18'), ['a'])).toEqual([]);
  });

  test('is not reported for cases that could not be read', async () => {
    const broken = { ...withRule('{min: 0.9, min_mode: confident}'), cases: ['{id: b, inptu: x}'] };
    expect(await linesOf(broken)).toEqual(['c.yml:2:13: cases[0].inptu: unknown key; did you mean input?']);
  });
});

describe('a simulated user of the config', () => {
  const user = { agent: '{command: [a]}', rest: 'simulated_user: {openai: {model: u}}\n' };

  test('that no case has is odd, in a whole suite', async () => {
    expect(await linesOf(user)).toEqual([
      'agent-eval.yml:4:17: simulated_user: has no effect: no case has a `simulated_user`; remove the key, or write one',
    ]);
    const simulated = `{id: b, ${USER}, expect: {completes: true}}`;
    expect(await linesOf({ ...user, cases: [CASE, simulated] })).toEqual([]);
    expect(await linesOf({ ...user, cases: [CASE, simulated] }, ['a'])).toEqual([]);
  });

  test('is not needed where trajectories are imported', async () => {
    const cases = [`{id: b, ${USER}, expect: {completes: true}}`];
    expect(await linesOf({ agent: '{recorded: r.jsonl}', cases, files: { 'r.jsonl': '' } })).toEqual([]);
  });
});

describe('an entry of cases', () => {
  const config = (entry: string) => `version: 1\nagent: {command: [cat]}\ncases: [${entry}]\n`;
  const listed = (name: string) => JSON.stringify({ name, input: 'x', expected_tool_calls: [] });
  const files = { 'lists/a.jsonl': `${listed('one')}\n{"name": "two"}\n`, 'lists/b.jsonl': listed('one') };

  test('may skip what it names, and must name something', async () => {
    const entry = '{file: lists/a.jsonl, skip: [two, three, "a.jsonl:9"]}';
    expect(await linesOf({ agent: 'x', files: { ...files, 'agent-eval.yml': config(entry) } })).toEqual([
      expect.stringContaining('cases[0].skip: no case in these files has the id "three", and none is at that place'),
      expect.stringContaining(
        'cases[0].skip: no case in these files has the id "a.jsonl:9", and none is at that place',
      ),
      expect.stringContaining('lists/a.jsonl:2:1: left out: nothing is expected of this case'),
      expect.stringContaining('lists/a.jsonl:2:1: left out: `input` is missing'),
    ]);
  });

  test('tells the ids of several files apart by a prefix', async () => {
    const both = (more: string) =>
      config(`{file: lists/a.jsonl, skip: unreadable${more}}, {file: lists/b.jsonl${more}}`);
    const refused = await linesOf({ agent: 'x', files: { ...files, 'agent-eval.yml': both('') } });
    expect(refused[0]).toMatch(
      /^lists\/b\.jsonl:1:1: id: case id "one" is also used at lists\/a\.jsonl:1; .*`id_prefix:/,
    );
    const prefixed = both(', id_prefix: "{stem}/"');
    const { cases } = await suiteOf({ agent: 'x', files: { ...files, 'agent-eval.yml': prefixed } });
    expect(cases.map(({ id }) => id)).toEqual(['a/one', 'b/one']);
  });
});

test('accepts behind a link are refused: their owners are those of the path that is shown', async () => {
  const files = filesOf({
    'agent.py': '',
    'agent-eval.yml': 'version: 1\nagent: {command: [python, agent.py]}\ncases: [c.yml]\n',
    'c.yml': 'cases: [{id: a, input: x, expect: {completes: true}}]',
    'agent-eval-accepts.yml': '[]',
  });
  const linked = {
    ...files,
    async read(path: string) {
      const read = await files.read(path);
      return 'text' in read && path === 'agent-eval-accepts.yml' ? { ...read, at: 'elsewhere.yml' } : read;
    },
  };
  const loaded = await loadSuite(linked, 'agent-eval.yml', { ids: [], tags: [] });
  expect('issues' in loaded && loaded.issues.map(({ message }) => message)).toEqual([
    expect.stringContaining('lies behind a symbolic link'),
  ]);
});
