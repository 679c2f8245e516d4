import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';

/** What Vitest writes in a job on another machine: tests of one file, of which some fail. */
function round(at: string, failed: readonly string[] = [], titles = ['mug', 'late', 'search', 'lamp']): string {
  const assertionResults = titles.map((title) => {
    const status = failed.includes(title) ? 'failed' : 'passed';
    return {
      ancestorTitles: [],
      title,
      status,
      duration: 4,
      failureMessages: status === 'failed' ? ['no refund'] : [],
    };
  });
  const file = { name: `${at}/evals/refund.test.mjs`, message: '', assertionResults };
  return JSON.stringify({ numFailedTestSuites: failed.length > 0 ? 1 : 0, testResults: [file] });
}

function rounds(folder: string, count: number, text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/${at}.json`, text]));
}

test('rounds that other jobs ran are compared test by test, and the words say that no fresh trials were possible', async () => {
  await using folder = await folderWith({
    'evals/refund.test.mjs': '// what is expected',
    ...rounds('main', 10, round('/builds/17/repo')),
    ...rounds('same', 10, round('/srv/ci/change')),
    ...rounds('broken', 10, round('/srv/ci/change', ['search'])),
    ...rounds('fewer', 10, round('/srv/ci/change', [], ['mug', 'late', 'search'])),
    ...rounds('cut', 3, '{"numFailedTestSuites": 0, "testResults": ['),
    ...rounds('elsewhere', 3, round('/srv/ci/change').replaceAll('refund.test', 'other.test')),
    ...rounds('scores', 3, '{"evals": []}'),
  });
  const main = Array.from({ length: 10 }, (_, at) => `main/${at}.json`);
  const compared = (here: string, count: number, ...more: readonly string[]) => {
    const files = Array.from({ length: count }, (_, at) => `${here}/${at}.json`);
    return folder.cli(['compare', '--results', 'vitest', ...more, ...main, '--', ...files]);
  };

  const same = await compared('same', 10);
  expect([same.exitCode, same.stdout], same.stderr).toEqual([0, expect.stringContaining('PASS')]);
  expect(same.stdout).toContain('so there are no fresh trials');
  expect(same.stdout).toContain('stored results by the built-in gate');

  const broken = await compared('broken', 10, '--json');
  expect(broken).toExit(1);
  expect(JSON.parse(broken.stdout)).toMatchObject({ verdict: 'fail' });
  expect(broken.stderr).toContain('search');
  expect(broken.stderr).toContain('so there are no fresh trials');

  // A file that could not be loaded, a process that ended half-way and a test that was removed look alike.
  const fewer = await compared('fewer', 10);
  expect(fewer).toExit(3);
  expect(fewer.stdout).toContain('No result here (1)');
  expect(fewer.stdout).toMatch(/1 of main's 4 cases has no result here: .*lamp/);
  expect(fewer.stdout).not.toMatch(/remove[sd]? /i);

  const cut = await compared('cut', 3);
  expect([cut.exitCode, cut.stderr]).toEqual([
    2,
    expect.stringMatching(/rounds of the change: round 1: .*the runner was cut off/),
  ]);
  const elsewhere = await compared('elsewhere', 3);
  expect([elsewhere.exitCode, elsewhere.stderr]).toEqual([
    2,
    expect.stringMatching(/outside the folder of the config/),
  ]);
  const other = await folder.cli(['compare', '--results', 'pytest', ...main, '--', 'same/0.json']);
  expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('write `results: vitest`')]);
  for (const args of [
    ['--results', 'vitest', ...main],
    ['--baseline', 'a.json'],
    ['--results', 'vitest', 'gone.json', '--', 'gone.json'],
  ]) {
    const wrong = await folder.cli(['compare', ...args]);
    expect([wrong.exitCode, wrong.stdout], args.join(' ')).toEqual([2, '']);
    expect(wrong.stderr).toMatch(/then --, then|name files by --baseline|gone.json does not exist/);
  }
});

/** Outcomes of each test by round, `x`: failed. */
type Outcomes = Readonly<Record<string, string>>;

const ON_MAIN: Outcomes = { mug: '..........', late: '...x......', search: '.x..x.....', lamp: '..........' };

/** Reads the outcomes of its round from a file. */
const RUNNER = `
import { readFileSync, writeFileSync } from 'node:fs';
const at = Number(process.env.AGENT_EVAL_ROUND) - 1;
const rows = Object.entries(JSON.parse(readFileSync('outcomes.json', 'utf8')));
writeFileSync(process.argv[2], rows.map(([id, by]) => JSON.stringify({ id, passed: by[at] === '.' })).join('\\n'));
`;

const DEAD = 'xxx.......';

/** Of a change: what a runner reports, and recorded trials, lead to. */
const CHANGES: readonly [what: string, here: Outcomes, verdicts: Readonly<Record<'reported' | 'recorded', string>>][] =
  [
    ['the same', ON_MAIN, { reported: 'pass', recorded: 'pass' }],
    ['a test that breaks', { ...ON_MAIN, search: 'xxxxxxxxxx' }, { reported: 'fail', recorded: 'fail' }],
    [
      'a drop that is open',
      { mug: '.x......x.', late: 'x...x..x..', search: '.x.x..x...', lamp: '..........' },
      { reported: 'inconclusive', recorded: 'inconclusive' },
    ],
    [
      'three rounds that died whole, which are no drop of four tests',
      { mug: DEAD, late: DEAD, search: DEAD, lamp: DEAD },
      { reported: 'inconclusive', recorded: 'fail' },
    ],
  ];

function recorded(outcomes: Outcomes): string {
  return Object.entries(outcomes)
    .flatMap(([case_id, by]) =>
      [...by].map((mark, at) => ({ case_id, trial: at + 1, output: mark === '.' ? 'yes' : 'no' })),
    )
    .map((trial) => JSON.stringify(trial))
    .join('\n');
}

test('outcomes that a runner reports, and recorded ones, give the same numbers, and the same verdict but for the guard of rounds', async () => {
  const common = { version: 1, trials: 10 };
  const cases = Object.keys(ON_MAIN).map((id) => ({ id, input: id, expect: { response: { equals: 'yes' } } }));
  const suite = { run: [process.execPath, 'runner.mjs', '{results}'], results: 'jsonl', tests: ['runner.mjs'] };
  await using folder = await folderWith({
    'reported.yml': JSON.stringify({ ...common, suite }),
    'recorded.yml': JSON.stringify({ ...common, agent: { recorded: 'trials.jsonl' }, cases: ['cases.json'] }),
    'cases.json': JSON.stringify(cases),
    'runner.mjs': RUNNER,
  });
  const write = (outcomes: Outcomes) =>
    folder.write({ 'outcomes.json': JSON.stringify(outcomes), 'trials.jsonl': recorded(outcomes) });
  await write(ON_MAIN);
  for (const name of ['reported', 'recorded'])
    expect((await folder.cli(['run', '--config', `${name}.yml`, '--output', `main-${name}`])).exitCode).toBe(0);
  const decided = async (name: string) => {
    const of = ['run', '--config', `${name}.yml`, '--baseline', `main-${name}/results.json`, '--json'];
    const { verdict, decision } = JSON.parse((await folder.cli(of)).stdout);
    return { verdict, rates: decision.pass_rate };
  };
  for (const [what, here, verdicts] of CHANGES) {
    await write(here);
    const [reported, stored] = [await decided('reported'), await decided('recorded')];
    expect({ reported: reported.verdict, recorded: stored.verdict }, what).toEqual(verdicts);
    const { suite: guarded, ...rates } = reported.rates;
    expect(rates, what).toEqual({ ...stored.rates, suite: undefined });
    expect(guarded.drop).toBe(stored.rates.suite.drop);
    expect([guarded.p_rounds, stored.rates.suite.p_rounds], what).toEqual([expect.any(Number), undefined]);
  }
});
