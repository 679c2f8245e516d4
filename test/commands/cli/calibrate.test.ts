import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { commandsFor } from '#commands/cli/commands.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { bothSides, resultsFile } from '#test/support/results.ts';

const MAIN = bothSides(Array.from({ length: 12 }, () => [5, 5, 5, 5] as const)).baseline;
const FLAKY = bothSides(Array.from({ length: 20 }, (_, index) => [5, 5, 3 + (index % 3), 5] as const)).baseline;
const THRESHOLD = `
version: 1
agent: {command: [node, agent.mjs]}
cases: [evals/*.yml]
trials: 5
gate: {method: threshold, pass_rate: {max_drop: 0.02}}
`;

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

test('a threshold that cries wolf is told so in the last line, and the policy it read is named', async () => {
  const { stdout, exitCode } = await calibrate({ 'main.json': JSON.stringify(FLAKY), 'eval.yml': THRESHOLD }, [
    'main.json',
    '--config',
    'eval.yml',
    '--draws',
    '30',
  ]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^policy: .*eval\.yml\n20 cases, 5 stored trials of each \(median\) from 1 run of main/);
  expect(stdout).toMatch(/^> +threshold +5 /m);
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^Your threshold would be red on \d+ % of unchanged/);
});

test.each<[what: string, files: Record<string, string>, problem: RegExp]>([
  ['a file that is not there', {}, /main\.json does not exist; name an existing file/],
  [
    'results of a pull request',
    { 'main.json': JSON.stringify({ ...MAIN, commit: { ...MAIN.commit, pull_request: 12 } }) },
    /main\.json: is of pull request 12; name results\.json of runs of the main branch/,
  ],
  [
    'a run without a judged trial',
    { 'main.json': JSON.stringify(resultsFile([])) },
    /no trial of main was judged, so there is nothing to sample from/,
  ],
])('%s is refused with what to name instead', async (_, files, problem) => {
  const { stdout, stderr, exitCode } = await calibrate({ 'eval.yml': THRESHOLD, ...files }, [
    'main.json',
    '--config',
    'eval.yml',
  ]);
  expect(stderr).toMatch(problem);
  expect(stdout).toBe('');
  expect(exitCode).toBe(2);
});

/** The command on files of a folder of its own; arguments that name one of them, or would, are put there. */
async function calibrate(files: Readonly<Record<string, string>>, args: readonly string[]) {
  const folder = newFolder('calibrate');
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const out: string[] = [];
  const err: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => out.push(String(chunk)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => err.push(String(chunk)) > 0);
  try {
    const placed = args.map((arg) => (/\.(json|yml)$/.test(arg) ? join(folder, arg) : arg));
    await commandsFor()
      .find((command) => command.name() === 'calibrate')
      ?.parseAsync(placed, { from: 'user' });
  } finally {
    vi.restoreAllMocks();
  }
  return { stdout: out.join(''), stderr: err.join(''), exitCode: process.exitCode ?? 0 };
}
