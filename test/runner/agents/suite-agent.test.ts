import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { SuiteAgentConfig } from '#config/config.ts';
import { createSuiteAgent } from '#runner/agents/suite-agent.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { planTrial } from '#trials/trial/plan-trials.ts';
import { aCase } from '../../trials/trial/build-trial.ts';

/** Writes a line for each of the tests that it is given, with what the round knows of itself. */
const RUNNER = `
import { readFileSync, writeFileSync } from 'node:fs';
const { AGENT_EVAL_ROUND: round, AGENT_EVAL_CASES: cases } = process.env;
const output = cases ? round + ' of ' + readFileSync(cases, 'utf8') : round;
const [results, names] = process.argv.slice(2);
writeFileSync(results, names.split(',').map((id) => JSON.stringify({ id, passed: true, output })).join('\\n'));
`;

/** All that a config of a suite says. */
const SUITE: Omit<SuiteAgentConfig, 'results' | 'run' | 'run_cases'> = {
  ...{ kind: 'suite', rows: null, newest: null, file: null, tests: null, min_score: null, errors: [], concurrency: 1 },
  ...{ record: null, setup: [], env: {}, needs: [], round_timeout_ms: 60_000 },
};

const seeds = { tree: 'tree', side: 'candidate' } as const;

/** Trials of one of three tests, in a second round. */
async function secondRound(run_cases: readonly string[] | null, id: string) {
  const { signal } = new AbortController();
  await using folder = await folderWith({ 'runner.mjs': RUNNER });
  const config: SuiteAgentConfig = {
    ...SUITE,
    ...{ results: 'jsonl', run_cases },
    run: [process.execPath, 'runner.mjs', '{results}', 'mug,lamp,desk'],
  };
  const place = { cwd: folder.path, temporary: folder.path, environment: {}, recorder: null };
  const agent = createSuiteAgent(config, { ...place, seeds, onSetupOutput() {} });
  const tests = await agent.discover?.(signal);
  const { end, trajectory } = await agent.attempt(planTrial(aCase({}, { id, name: id }), 2, seeds), signal);
  await agent.close();
  const [notes, names] = [agent.notes(), tests?.map(({ name }) => name)];
  return { notes, names, end, unasked: agent.unasked?.(), outputs: trajectory.turns.map(({ output }) => output) };
}

const some = (names: string) => [process.execPath, 'runner.mjs', '{results}', names];

test('a round of some tests runs only these, and all tests if the filter finds none of them', async () => {
  const chosen = await secondRound(some('{list}'), 'mug');
  expect(chosen).toMatchObject({
    names: ['mug', 'lamp', 'desk'],
    end: { kind: 'completed' },
    outputs: ['2 of mug'],
    unasked: 3,
  });
  expect(chosen.notes).toEqual([
    expect.stringMatching(/^2 rounds of .*, .* each; outcomes are those that this repository's own tests reported$/),
  ]);
  const others = await secondRound(some('lamp,{list}x'), 'mug');
  expect(others).toMatchObject({ end: { kind: 'completed' }, outputs: ['2'], unasked: 5 });
  expect(others.notes).toContain('`run_cases` does not find mug, so whole rounds ran instead');
});

test('a suite whose set-up failed does not ask where the calls of no round went', () => {
  const config: SuiteAgentConfig = {
    ...SUITE,
    ...{ results: 'jsonl', run: some('mug'), run_cases: null, record: { tool_calls: 'auto', ignore_tools: [] } },
  };
  const place = { cwd: '.', temporary: '.', environment: {}, recorder: null };
  expect(createSuiteAgent(config, { ...place, seeds, onSetupOutput() {} }).notes()).toEqual([]);
});

test('a test that a later whole round does not have is missing there', async () => {
  const gone = await secondRound(null, 'search');
  expect(gone.end).toEqual({
    kind: 'error',
    error: { class: 'sandbox', message: 'round 2 has no result of it' },
  });
});

test.each([
  ['promptfoo', '3-assertion-throws', 'tests without an assertion always pass: none'],
  ['inspect', '5-samples-without-id', /^the samples have no ids, .*: give samples ids$/],
] as const)('tests of %s that count and should still be mended are noted (%s)', async (results, name, note) => {
  const file = new URL(`../../fixtures/rows/${results}/${name}.json`, import.meta.url);
  const copy =
    "fs.writeFileSync(process.argv[1], fs.readFileSync('rows.json', 'utf8').replaceAll(/.repo(.py)?.(pytest|inspect)/g, process.cwd()))";
  await using folder = await folderWith({ 'rows.json': readFileSync(file, 'utf8') });
  const config = { ...SUITE, results, run: [process.execPath, '-e', copy, '{results}'], run_cases: null };
  const place = { cwd: folder.path, temporary: folder.path, environment: {}, recorder: null };
  const agent = createSuiteAgent(config, { ...place, seeds, onSetupOutput() {} });
  await agent.discover?.(new AbortController().signal);
  await agent.close();
  expect(agent.notes()).toContainEqual(typeof note === 'string' ? note : expect.stringMatching(note));
});

/** A runner that writes a row, says something and ends. */
const ENDING = `
import { writeFileSync } from 'node:fs';
const [results, passed, code] = process.argv.slice(2);
writeFileSync(results, '<testsuites><testsuite tests="1"><testcase name="mug">' + (passed === 'yes' ? '' : '<failure message="no refund"/>') + '</testcase></testsuite></testsuites>');
console.error('Unhandled error\\nthe shop is gone');
if (code === 'killed') process.kill(process.pid, 'SIGKILL');
process.exitCode = Number(code);
`;

test.each<[passed: 'yes' | 'no', code: string, words: string | null]>([
  ['yes', '0', null],
  [
    'yes',
    '1',
    'the runner did not end well (exit code 1), and no test that failed says why; its last words: the shop is gone',
  ],
  ['no', '1', null],
  ['no', '0', null],
  ['no', '137', 'the runner did not end well (exit code 137)'],
  ['no', 'killed', 'the runner did not end well (ended by SIGKILL)'],
])('a round whose test passed: %s, and whose runner ended with %s', async (passed, code, words) => {
  await using folder = await folderWith({ 'runner.mjs': ENDING });
  const run = [process.execPath, 'runner.mjs', '{results}', passed, code];
  const place = { cwd: folder.path, temporary: folder.path, environment: {}, recorder: null };
  const agent = createSuiteAgent(
    { ...SUITE, results: 'junit', run, run_cases: null },
    { ...place, seeds, onSetupOutput() {} },
  );
  const discovery = agent.discover?.(new AbortController().signal);
  if (words === null) expect(await discovery).toHaveLength(1);
  else await expect(discovery).rejects.toThrow(words);
  const note =
    'the runner ended with exit code 0 although tests failed, and their results are taken as written:  > mug';
  expect(agent.notes().includes(note)).toBe(passed === 'no' && code === '0');
  await agent.close();
});
