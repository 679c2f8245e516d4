import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { program } from '#test/support/program.ts';
import { ANSWER, json, scriptedSuite, TRACE } from '#test/support/scripted-suite.ts';
import { inTerminal, type Step, withoutCodes } from '../support/terminal.ts';

const NO = { step: { answer: { ...ANSWER, output: 'no' } } };
const caseOf = (id: string, phrase: string) => ({
  id,
  input: `input of ${id}`,
  expect: { response: { contains: [phrase] } },
});

/** Three cases in two files, the third of which fails. */
function suite() {
  return {
    ...scriptedSuite({ one: {}, two: {}, three: NO }, { trials: 1 }),
    'evals/cases.yml': json({ cases: [caseOf('one', 'well'), caseOf('two', 'well')] }),
    'evals/more.yml': json({ cases: [caseOf('three', 'well')] }),
  };
}

/** In the place of the program that opens a browser: reads page and report, waits until it is told of another version, and then for the end. */
const BROWSER = program('browser.cjs');

const WATCHING = { until: 'Watching for changes' };

/** A file is saved some time after the last run. */
const saved = (...write: readonly [file: string, text: string]): readonly Step[] => [
  WATCHING,
  { wait_ms: 500 },
  { write },
];

/** What is shown by a run that watches and is left by a key. */
async function watched(
  { path }: Folder,
  steps: readonly Step[],
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const { exitCode, output } = await inTerminal(path, ['run', '--watch', ...args], [...steps, { keys: 'q' }], { env });
  expect(exitCode, output).toBe(0);
  return withoutCodes(output);
}

/** Ids of the cases in the order in which their trials ran. */
async function ran(folder: Folder): Promise<readonly string[]> {
  const lines = (await folder.read(TRACE)).trim().split('\n');
  return lines.filter((line) => line !== 'start').map((line) => line.replace(/#.*/, ''));
}

describe('run --watch', () => {
  test('writes the report after every run, and --open shows it on loopback until the run ends: the page is told of each new one', async () => {
    await using folder = await folderWith(suite());
    await using browser = await folderWith({ 'bin/xdg-open': BROWSER });
    await chmod(join(browser.path, 'bin/xdg-open'), 0o755);
    const env = {
      PATH: `${join(browser.path, 'bin')}:${process.env['PATH']}`,
      BROWSER_LOG: join(browser.path, 'browser.log'),
    };
    const steps: readonly Step[] = [
      WATCHING,
      { write: ['prompt.md', 'be kind'] },
      { until: 'prompt.md changed · 3 cases' },
      { until: 'seen.md' },
    ];
    const shown = await watched(folder, steps, { args: ['--open'], env });
    const log = await vi.waitFor(async () => {
      const text = await readFile(env.BROWSER_LOG, 'utf8');
      expect(text).toContain('closed');
      return text;
    });
    expect(log).toMatch(/^page \d+ report \d{4,} foreign 404\n/);
    const page = await folder.read('agent-eval-results/watch/report.html');
    expect(page).toContain('3 cases');
    const [, url = ''] = /Page, while this runs: (\S+)/.exec(shown) ?? [];
    await expect(fetch(url)).rejects.toThrow();
  });

  test('runs the cases of a saved file, all for any other file, and what people ask for by a key', async () => {
    await using folder = await folderWith(suite());
    const shown = await watched(folder, [
      ...saved('evals/more.yml', json({ cases: [caseOf('three', 'no well')] })),
      { until: 'evals/more.yml changed · 1 case' },
      ...saved('prompt.md', 'be kind'),
      { until: 'prompt.md changed · 3 cases' },
      WATCHING,
      { keys: 'f' },
      { until: 'what did not pass · 1 case' },
      WATCHING,
      { keys: '\r' },
      { until: 'all again · 3 cases' },
      WATCHING,
    ]);
    const all = ['one', 'two', 'three'];
    expect(await ran(folder)).toEqual([...all, 'three', ...all, 'three', ...all]);
    expect(shown).toContain(`${TRACE} was written while trials ran`);
    const results = JSON.parse(await folder.read('agent-eval-results/watch/results.json'));
    expect(results.cases).toHaveLength(3);
  });

  test('runs what a changed file can reach, where the config says what its cases depend on', async () => {
    const cases = { one: { covers: ['one.txt'] }, two: { covers: ['two.txt'] } };
    const files = scriptedSuite(cases, { trials: 1, ignores: ['docs/**'] });
    await using folder = await folderWith({ ...files, 'one.txt': '1', 'two.txt': '2', 'docs/a.md': 'words' });
    await watched(folder, [
      ...saved('two.txt', '2!'),
      { until: 'two.txt changed · 1 case' },
      ...saved('docs/a.md', 'more words'),
      { until: 'docs/a.md changed: no case is touched' },
      ...saved('agent.mjs', `${files['agent.mjs']}\n`),
      { until: 'agent.mjs changed · 2 cases' },
      WATCHING,
    ]);
    expect(await ran(folder)).toEqual(['one', 'two', 'two', 'one', 'two']);
  });

  test('a change ends the run that it overtakes, and its cases run again', async () => {
    const slow = { step: { spawn: true as const } };
    await using folder = await folderWith({ ...scriptedSuite({ slow }, { trials: 1 }), 'prompt.md': 'be brief' });
    await watched(folder, [
      { until: 'running slow #1' },
      { wait_ms: 300 },
      { write: ['script.json', json({ slow: { answer: ANSWER } })] },
      { until: 'script.json changed: ending this run' },
      { until: 'script.json changed · 1 case' },
      WATCHING,
    ]);
    expect(await ran(folder)).toEqual(['slow', 'slow']);
  });

  test('a folder that another program writes results and caches to is not followed', async () => {
    await using folder = await folderWith({
      ...suite(),
      'node_modules/x/index.js': '',
      'agent-eval-baselines/x.json': '',
    });
    const shown = await watched(folder, [
      ...saved('node_modules/x/index.js', 'x'),
      { write: ['agent-eval-baselines/x.json', '{}'] },
      { write: ['agent-eval-results/watch/results.json', '{}'] },
      { wait_ms: 1500 },
    ]);
    expect(shown).not.toContain('changed');
  });
});
