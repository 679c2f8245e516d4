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
  expect(same.stdout).toContain('so no fresh trials were possible');
  expect(same.stdout).toContain('Decided by the built-in gate');

  const broken = await compared('broken', 10, '--json');
  expect(broken.exitCode, broken.stderr).toBe(1);
  expect(JSON.parse(broken.stdout)).toMatchObject({ verdict: 'fail' });
  expect(broken.stderr).toContain('search');
  expect(broken.stderr).toContain('so no fresh trials were possible');

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
