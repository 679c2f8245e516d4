import { get } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { ANSWER, json, scriptedSuite, TRACE } from '#test/support/scripted-suite.ts';
import { inTerminal, type Step, withoutCodes } from '../support/terminal.ts';

const NO = { step: { answer: { ...ANSWER, output: 'no' } } };
const caseOf = (id: string, phrase: string) => ({
  id,
  input: `input of ${id}`,
  expect: { response: { contains: [phrase] } },
});
const cases = (...all: readonly object[]) => json({ cases: all });

/** Three cases in two files, the third of which fails; the agent has an answer for a fourth. */
function suite() {
  return {
    ...scriptedSuite({ one: {}, two: {}, three: NO, four: {} }, { trials: 1 }),
    'evals/cases.yml': cases(caseOf('one', 'well'), caseOf('two', 'well')),
    'evals/more.yml': cases(caseOf('three', 'well')),
  };
}

const WATCHING = { until: 'Watching for changes' };

/** A file is saved some time after the last run. */
const saved = (...write: readonly [file: string, text: string]): readonly Step[] => [
  WATCHING,
  { wait_ms: 600 },
  { write },
];

/** What is shown by a run that watches and is left by Ctrl-C. */
async function watched({ path }: Folder, steps: readonly Step[]): Promise<string> {
  const { exitCode, output } = await inTerminal(path, ['run', '--watch'], [...steps, WATCHING, { keys: '\u0003' }]);
  expect(exitCode, output).toBe(130);
  return withoutCodes(output);
}

/** Ids of the cases in the order in which their trials ran. */
async function ran(folder: Folder): Promise<readonly string[]> {
  const lines = (await folder.read(TRACE)).trim().split('\n');
  return lines.filter((line) => line !== 'start').map((line) => line.replace(/#.*/, ''));
}

describe('run --watch', () => {
  test('an edited case and a new one run alone, any other file runs all, and each case says what it came to', async () => {
    await using folder = await folderWith(suite());
    const shown = await watched(folder, [
      ...saved('evals/more.yml', cases(caseOf('three', 'no'))),
      { until: 'evals/more.yml changed: 1 case' },
      { until: 'three: red → green' },
      ...saved('evals/cases.yml', cases(caseOf('one', 'well'), caseOf('two', 'well'), caseOf('four', 'well'))),
      { until: 'four: new → green' },
      ...saved('evals/more.yml', 'cases: ['),
      { until: 'nothing was run' },
      { write: ['evals/more.yml', cases(caseOf('three', 'yes'))] },
      { until: 'three: green → red' },
      ...saved('prompt.md', 'be kind'),
      { until: 'prompt.md changed: 4 cases' },
      { until: 'three: red' },
    ]);
    expect((await ran(folder)).slice(0, 6)).toEqual(['one', 'two', 'three', 'three', 'four', 'three']);
    expect((await ran(folder)).slice(6).sort()).toEqual(['four', 'one', 'three', 'two']);
    expect(shown).toMatch(/Spent by all runs: 10 trials · [\d,]+ tokens/);
    expect(shown).toContain(`${TRACE} changed while trials ran, and runs nothing`);
    expect(shown).toMatch(/^one: green$/m);
  });

  test('runs what a changed file can reach, where the config says what its cases depend on', async () => {
    const files = scriptedSuite(
      { one: { covers: ['one.txt'] }, two: { covers: ['two.txt'] } },
      { trials: 1, ignores: ['docs/**'] },
    );
    await using folder = await folderWith({ ...files, 'one.txt': '1', 'two.txt': '2', 'docs/a.md': 'words' });
    await watched(folder, [
      ...saved('two.txt', '2!'),
      { until: 'two.txt changed: 1 case' },
      ...saved('docs/a.md', 'more words'),
      { until: 'docs/a.md changed: no case is reached' },
      { write: ['agent.mjs', `${files['agent.mjs']}\n`] },
      { until: 'agent.mjs changed: 2 cases' },
    ]);
    expect(await ran(folder)).toEqual(['one', 'two', 'two', 'one', 'two']);
  });

  test('a cap holds for all runs together, and nothing runs once it is reached', async () => {
    await using folder = await folderWith(suite());
    const steps = [...saved('prompt.md', 'be kind')];
    const { output } = await inTerminal(folder.path, ['run', '--watch', '--max-trials', '4'], steps);
    expect(withoutCodes(output)).toContain('max-trials 4 is reached: 4 started, for all runs together');
    expect(await ran(folder)).toHaveLength(4);
  });
});

test('run --ui shows the report of the last run on loopback, tells the page of each new one, and refuses other names and a taken port', async () => {
  await using folder = await folderWith(suite());
  const steps = [WATCHING, { until: 'prompt.md changed' }, WATCHING, { keys: '\u0003' }];
  const run = inTerminal(folder.path, ['run', '--ui'], steps);
  const at = 'http://localhost:3006';
  await vi.waitFor(async () => expect(await (await fetch(`${at}/report.html`)).text()).toContain('3 cases'), 30_000);
  const frame = await fetch(at);
  expect([frame.headers.get('content-security-policy'), await frame.text()]).toEqual([
    expect.stringContaining("frame-ancestors 'none'"),
    expect.stringContaining('<iframe src="report.html"'),
  ]);
  expect((await fetch(`${at}/results.json`)).status).toBe(404);
  expect((await fetch(at, { method: 'POST' })).status).toBe(403);
  const other = await new Promise<number | undefined>((resolve) => {
    get(`${at}/report.html`, { headers: { host: 'evil.test:3006' } }, ({ statusCode }) => resolve(statusCode));
  });
  expect(other).toBe(403);
  const taken = await folder.cli(['run', '--ui', '--output', 'elsewhere']);
  expect(taken.stderr).toContain('agent-eval: --ui: nothing can be shown on http://localhost:3006: ');
  expect(taken.exitCode).toBe(2);
  const told = await fetch(`${at}/changes`);
  await folder.write({ 'prompt.md': 'be kind' });
  expect(await told.text()).toBe('data: 1\n\ndata: 2\n\n');
  expect((await run).exitCode).toBe(130);
  await expect(fetch(at)).rejects.toThrow();
});
