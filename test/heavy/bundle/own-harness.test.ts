import { mkdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/own-harness');

const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

/** What harnesses of five public repositories write for two tests, of which one passes or fails, and files that their configs name. */
const HARNESSES: Readonly<
  Record<string, { readonly files: readonly string[]; writes(passes: boolean): readonly string[] }>
> = {
  'chrome-ep': {
    files: ['test/evals/a.md'],
    writes: (passes) => [
      JSON.stringify({
        evaluations: [true, passes].map((isPassed, at) => ({
          id: `eval-${at}`,
          runs: [
            {
              ...{ status: isPassed ? 'PASS' : 'FAIL', durationMs: 900, responseText: 'Done.' },
              ...{ deterministic: { failures: isPassed ? [] : ['no call of list_rules'] }, judge: { reasoning: 'so' } },
            },
          ],
        })),
      }),
    ],
  },
  lumibot: {
    files: [
      'agent_eval_cases/a.json',
      'agent_eval_fixtures/a.json',
      'scripts/agent_eval_x.py',
      'scripts/run_agent_evals.py',
    ],
    writes: (passes) => [
      lines([
        { case_id: 'buy', status: 'pass', failures: null },
        { case_id: 'sell', status: passes ? 'pass' : 'fail', failures: passes ? [] : ['bought'] },
      ]),
    ],
  },
  composio: {
    files: ['skills/mail/evals/cases.json', 'ts/scripts/run-skill-evals.mjs'],
    writes: (passes) => [
      lines([
        { id: 'mail/send', status: 'PASS', why: '\n' },
        { id: 'mail/read', status: passes ? 'PASS' : 'FAIL', why: '\n- missing: an example' },
      ]),
    ],
  },
  sure: {
    files: ['db/eval_data/a.yml', 'app/models/eval/run.rb'],
    writes: (passes) => [
      JSON.stringify({
        results: [
          { id: 'r1', sample: 'cat_001', correct: true, actual_output: { category: 'Food' }, latency_ms: 300 },
          { id: 'r2', sample: 'cat_002', correct: passes, actual_output: { category: 'Rent' }, latency_ms: 310 },
        ],
      }),
    ],
  },
  infrahub: {
    files: ['eval.yaml', 'skills/schema/eval.yaml', 'graders/a.py'],
    writes: (passes) => [
      JSON.stringify({ task: 'schema', pass_rate: 1, trials: [{ reward: 1 }] }, null, 2),
      JSON.stringify({ task: 'query', pass_rate: passes ? 1 : 0, trials: [{ reward: 0 }] }, null, 2),
    ],
  },
};

test.each(Object.keys(HARNESSES))('the harness of %s is gated by a config of few and short lines', async (name) => {
  const config = await readFile(join(FIXTURES, `${name}.yml`), 'utf8');
  const written = config.trimEnd().split('\n');
  expect([written.length <= 20, Math.max(...written.map(({ length }) => length)) <= 120]).toEqual([true, true]);
  const { files = [], writes = () => [] } = HARNESSES[name] ?? {};
  const rounds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((round) =>
    (['main', 'change'] as const).flatMap((side) =>
      writes(side === 'main').map((text, at) => [`${side}/${round}/${at}.json`, text] as const),
    ),
  );
  await using folder = await folderWith({
    'agent-eval.yml': config,
    ...Object.fromEntries(files.map((file) => [file, 'expected'])),
    ...Object.fromEntries(rounds),
  });
  const check = await folder.cli(['validate']);
  expect(check).toExit(0);
  expect(check.stdout).toContain('name those of yours by the beginning of their line: errors: ["^ModelBusy:"]');
  const of = (side: string) => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((round) => `${side}/${round}`);
  const gate = await folder.cli(['compare', '--results', 'rows', ...of('main'), '--', ...of('change')]);
  expect(gate.stdout).toMatch(/^FAIL/m);
  expect(gate).toExit(1);
});

/** Answers for a harness that prints its cases, prompts and grades, and for the coding agent that it asks. */
const SKILL_EVALS = `
import { readFileSync } from 'node:fs';
const [what, name, file] = process.argv.slice(2);
const cases = ['send', 'read'].map((each) => ({ skill: 'mail', case: each, model: 'a' }));
if (what === 'matrix') console.log(JSON.stringify({ include: [...cases, { ...cases[0], model: 'b' }] }));
if (what === 'prompt') console.log('do ' + name);
if (what === 'grade') {
  const passes = readFileSync(file, 'utf8') === 'did mail/send';
  console.log(name + (passes ? ': PASS' : ': FAIL\\n- missing: an example'));
  process.exitCode = passes ? 0 : 1;
}
`;

const CODEX = `#!/usr/bin/env node
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const [folder, out] = ['-C', '-o'].map((flag) => process.argv[process.argv.indexOf(flag) + 1]);
const cheats = existsSync(folder + '/skills/mail/evals') || !existsSync(folder + '/skills/mail/SKILL.md');
writeFileSync(out, cheats ? 'saw the evals' : readFileSync(0, 'utf8').trim().replace('do', 'did'));
`;

test('the loop of composio asks each case once, without its evals, and its rows say why one failed', async () => {
  const config = await readFile(join(FIXTURES, 'composio.yml'), 'utf8');
  await using folder = await folderWith({
    'agent-eval.yml': config.replace(/^ {2}setup: .*$/m, '  setup: [chmod +x bin/codex]'),
    'ts/scripts/run-skill-evals.mjs': SKILL_EVALS,
    'bin/package.json': '{"type": "module"}',
    'bin/codex': CODEX,
    'skills/mail/SKILL.md': 'Send and read mail.',
    'skills/mail/evals/cases.json': '[]',
  });
  const env = { PATH: `${join(folder.path, 'bin')}:${process.env['PATH']}`, OPENAI_API_KEY: 'none' };
  const run = await folder.cli(['run', '--trials', '2'], { env });
  expect(run.stdout, run.stderr).toContain('- missing: an example');
  expect(await folder.outcomes(), run.stdout + run.stderr).toEqual({
    'mail/send': 'passed passed',
    'mail/read': 'failed failed',
  });
});

/** A harness whose files grow or carry a date. */
const HARNESS = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
const [how, round] = [process.argv[2], process.env.AGENT_EVAL_ROUND];
mkdirSync('results', { recursive: true });
const rows = ['mug', 'lamp'].map((id) => ({ id, status: id === 'lamp' && round === '2' ? 'FAIL' : 'PASS' }));
if (how === 'dated') writeFileSync('results/' + process.hrtime.bigint() + '.json', JSON.stringify({ rows }));
if (how === 'appended') for (const row of rows) appendFileSync('results/log.json', JSON.stringify({ rows: [row] }) + '\\n');
if (how === 'replaced') writeFileSync('results/log.json', JSON.stringify({ rows, at: String(process.hrtime.bigint()) }));
`;

function suite(how: string) {
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: {
        run: [process.execPath, 'harness.mjs', how],
        results: { newest: 'results/*.json' },
        rows: { each: 'rows', id: 'id', passed: { status: 'PASS' } },
        tests: ['evals.txt'],
      },
      trials: 3,
    }),
    'harness.mjs': HARNESS,
    'evals.txt': 'what is expected',
    'results/old.json': JSON.stringify({ rows: [{ id: 'old', status: 'FAIL' }] }),
    'results/log.json': `${JSON.stringify({ rows: [{ id: 'older', status: 'FAIL' }] })}\n`,
  };
}

describe('files that are not replaced are read from where the round began', () => {
  test.each(['dated', 'appended', 'replaced'])('%s', async (how) => {
    await using folder = await folderWith(suite(how));
    const run = await folder.cli(['run']);
    expect(await folder.outcomes(), run.stdout + run.stderr).toEqual({
      mug: 'passed passed passed',
      lamp: 'passed failed passed',
    });
  });

  test.each<[what: string, make: (path: string) => Promise<unknown>, words: string]>([
    [
      'nothing newer than the round',
      async () => {},
      'it wrote no file that matches results/*.json (exit code 0); 2 files there are older than the round',
    ],
    [
      'a link',
      (path) => symlink('/etc/passwd', join(path, 'results/linked.json')),
      '"results/linked.json" is a link, which may lead anywhere; let `results.newest` match the files themselves',
    ],
    [
      'a file of 100 MB',
      async (path) => {
        const made =
          "import { truncateSync, writeFileSync } from 'node:fs'; writeFileSync('results/big.json', ''); truncateSync('results/big.json', 100_000_000);";
        await writeFile(join(path, 'harness.mjs'), made);
      },
      "what it wrote (results/big.json) can't be read: it has 95.4 MB, at most 64 MB of a round are read",
    ],
  ])('%s ends the round in words', async (_, make, words) => {
    await using folder = await folderWith(suite('nothing'));
    await make(folder.path);
    const run = await folder.cli(['run']);
    expect(run.stdout + run.stderr).toContain(words);
    expect(run.exitCode).toBe(4);
  });

  test('an old log of 100 MB costs a round only what it adds', async () => {
    await using folder = await folderWith(suite('appended'));
    await mkdir(join(folder.path, 'results'), { recursive: true });
    await truncate(join(folder.path, 'results/log.json'), 100_000_000);
    const run = await folder.cli(['run']);
    expect(await folder.outcomes(), run.stdout + run.stderr).toMatchObject({ lamp: 'passed failed passed' });
  });
});

test.each<[suite: object, words: string]>([
  [{ rows: { id: 'id', pased: 'ok' } }, 'suite.rows.pased: unknown key; did you mean passed?'],
  [{ rows: { id: 'id' } }, 'suite.rows: needs `passed` or `scores`'],
  [
    { rows: { id: 'id', passed: { status: { a: 1 } } } },
    'suite.rows.passed.status: expected a text, a number, true or false, or a list of them',
  ],
  [
    { rows: { id: 'id', passed: 'ok' }, results: 'vitest' },
    '`results: vitest` says how its file is read; remove one of them',
  ],
  [{ results: { newest: 'out/*.json' } }, 'suite.rows: missing: it says how a file of your own is read'],
  [
    { results: { newest: '*/out.json' }, rows: { id: 'id', passed: 'ok' } },
    'begin with the folder that the runner writes, as in results/*.json',
  ],
  [
    { rows: { id: 'id', scores: { polite: 'p' } } },
    'suite.min_score: missing: `rows` says no `passed`; write the lowest score that passes',
  ],
  [
    { rows: { id: 'id', passed: 'ok' }, file: 'out/a.json', concurrency: 2 },
    'rounds at a time would write to one place; put {results} in `run`, or remove the key',
  ],
  [
    { rows: { id: 'id', passed: 3 } },
    'suite.rows.passed: expected a path to true or false, or {path: value} such as {status: PASS}',
  ],
  [{}, 'suite.results: missing; write one of vitest, pytest'],
  [
    { results: 'jsonl', tests: ['evals.mjs', 'evalz/**'] },
    'suite.tests[1]: no file matches "evalz/**" (searched from the folder of the config); correct or remove it',
  ],
])('a config is refused in words: %j', async (own, words) => {
  const config = { version: 1, suite: { run: ['node', 'evals.mjs', '{results}'], tests: ['evals.mjs'], ...own } };
  await using folder = await folderWith({ 'agent-eval.yml': JSON.stringify(config), 'evals.mjs': '' });
  const check = await folder.cli(['validate']);
  expect(check.stdout + check.stderr).toContain(words);
  expect(check.exitCode).toBe(2);
});
