import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { program } from '#test/support/program.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

/** What goes wrong between the gate and a team's own runner, and the sentence that says so. */
const FIXTURES = join(import.meta.dirname, '../../fixtures/rows');

/** Plays a runner: writes what is in the folder `rounds`, a file a round (the last one from then on), and ends as that runner would. */
const RUNNER = program('rounds-player.mjs');

type Round = string | readonly [fixture: string, change?: (text: string) => string];

interface Mistake {
  readonly results: string;
  /** What each round writes; the last one from then on. */
  readonly rounds: readonly Round[];
  readonly suite?: Readonly<Record<string, unknown>>;
  readonly trials?: number;
}

function textOf(round: Round): string {
  if (typeof round === 'string') return round;
  const [fixture, change = (text: string) => text] = round;
  return change(readFileSync(join(FIXTURES, fixture), 'utf8'));
}

function repository({ results, rounds, suite, trials = 1 }: Mistake): WorkspaceFiles {
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      suite: { run: [process.execPath, 'runner.mjs', '{results}'], results, tests: ['evals.txt'], ...suite },
      trials,
      gate: { method: 'threshold', pass_rate: { min: 0.1 } },
    }),
    'runner.mjs': RUNNER,
    'evals.txt': 'what is expected',
    ...Object.fromEntries(rounds.map((round, at) => [`rounds/${at + 1}`, textOf(round)])),
  };
}

const lines = (...ids: readonly string[]) => ids.map((id) => JSON.stringify({ id, passed: true })).join('\n');
const some = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}-${at}`);

/** One test is missing in a file that knows how many were collected. */
const stopped = (text: string) => {
  const file: { readonly tests: readonly unknown[] } = JSON.parse(text);
  return JSON.stringify({ ...file, tests: file.tests.slice(0, -1) });
};

test.each<[what: string, mistake: Mistake, exit: number, sentence: string]>([
  [
    'no file',
    { results: 'vitest', rounds: ['nothing'] },
    4,
    'rounds 1 and 2: it wrote no file at {results} (exit code 137); does `run` pass {results} to the runner?',
  ],
  [
    'a file of an earlier run',
    { results: 'evalite', rounds: [['evalite/1-pass.json']], suite: { min_score: 0.5 } },
    4,
    'its file was written before it began (',
  ],
  [
    'a file of another format',
    { results: 'vitest', rounds: [['junit-vitest/1-pass.xml']] },
    4,
    'the runner wrote a file of junit; write `results: junit`',
  ],
  [
    'a runner that stops early',
    { results: 'pytest', rounds: [['pytest/2-fail.json', stopped]] },
    4,
    'pytest stopped at the first failure (5 of 6 tests); remove -x',
  ],
  [
    'tests of one name',
    { results: 'jsonl', rounds: [lines('mug', 'mug', 'ping')] },
    0,
    'two tests are called mug: their place in the file tells them apart; give each a name of its own',
  ],
  [
    'names that differ between rounds',
    { results: 'jsonl', rounds: [lines(...some(10, 'a')), lines(...some(7, 'a'), ...some(3, 'b'))], trials: 2 },
    3,
    'it has "b-0", "b-1", "b-2", which an earlier round did not have; it has 7 of the 10 tests of an earlier round, and not "a-7", "a-8", "a-9"; names must not hold random values',
  ],
  [
    'scores without outcomes',
    { results: 'jsonl', rounds: ['{"id": "mug", "scores": {"polite": 0.4}}'] },
    4,
    'mug has scores and no outcome; write `min_score`',
  ],
  [
    'tests whose files nobody knows',
    { results: 'jsonl', rounds: [lines('mug')], suite: { tests: undefined } },
    4,
    '`results: jsonl` names no file for "mug"; write `tests: [evals/**]`, the files that say what is expected',
  ],
  [
    'globs of tests that match no file, too',
    { results: 'jsonl', rounds: [lines('mug')], suite: { tests: ['evalz/**'] } },
    4,
    '`results: jsonl` names no file for "mug", and `tests` matches none; write `tests: [evals/**]`',
  ],
])('%s', async (_, mistake, exit, sentence) => {
  await using folder = await folderWith(repository(mistake));
  const run = await folder.cli(['run']);
  expect(run.stdout + run.stderr).toContain(sentence);
  expect(run).toExit(exit);
});

test('a runner that dies at start is told by its error, once', async () => {
  const files = repository({ results: 'jsonl', rounds: [] });
  await using folder = await folderWith({
    ...files,
    'runner.mjs': "await null;\nPromise.reject(new Error('no key'));\n",
  });
  const run = await folder.cli(['run']);
  expect(run).toExit(4);
  const verdict = run.stdout.split('\n').filter((line) => line.includes('no key'));
  expect(verdict, run.stdout).toEqual([expect.stringContaining('rounds 1 and 2: ')]);
  expect(run.stdout).not.toContain('triggerUncaughtException');
});

const REFUSED: readonly (readonly [args: readonly string[], sentence: string])[] = [
  [['run', '--cases', 'mug'], "can't be divided; remove the flag or input, and let `suite.run` name the tests"],
  [['run', '--agents', 'a,b'], "can't be compared across agents; remove --agents"],
  [['variants'], "can't be varied; remove `variants`"],
  [['regrade', 'agent-eval-results/results.json'], "can't be graded again; its results hold what its own tests said"],
  [['label', 'agent-eval-results/results.json'], "can't be labelled; its judge"],
];

test('what a suite with its own runner can not do is refused', async () => {
  await using folder = await folderWith(repository({ results: 'jsonl', rounds: [lines('mug')] }));
  await folder.cli(['run']);
  for (const [args, sentence] of REFUSED) {
    const refused = await folder.cli(args);
    expect([refused.exitCode, refused.stderr], args.join(' ')).toEqual([2, expect.stringContaining(sentence)]);
  }
});
