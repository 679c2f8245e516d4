import { join } from 'node:path';
import { expect, it } from 'vitest';
import { historyText } from '#gate/history/join-histories.ts';
import { rowWith } from '#test/gate/history/rows.ts';
import { folderWith } from '#test/support/cli-folder.ts';

it('the terminal shows main run by run, and the cases that moved', async () => {
  const rows = Array.from({ length: 12 }, (_, day) => {
    const passed = day < 7 ? 5 : 1;
    const cases = { steady: [5, 5] as const, moving: [passed, 5] as const };
    const date = `2026-01-${String(day + 1).padStart(2, '0')}T04:17:00Z`;
    return rowWith({ run_id: String(day), date, event: 'schedule', cases, passed: 5 + passed, scored: 10 });
  });
  await using folder = await folderWith({ 'history.jsonl': historyText(rows) });
  const result = await folder.cli(['history', '.']);
  expect(result.stderr).toBe('');
  expect(result.stdout).toContain('███████▅▅▅▅▅  pass rate of main, 12 runs');
  expect(result.stdout).toMatch(/2026-01-12 04:17 +schedule +60 % +6\/10 +pass/);
  expect(result.stdout).toMatch(/ {2}moving +███████▂▂▂▂▂ +100 % → 20 %/);
  expect(result.stdout).not.toContain('steady');
  const page = await folder.cli(['report', '--history', 'history.jsonl', '--output', 'trend.html']);
  expect(page).toMatchObject({ exitCode: 0, stderr: '', stdout: `${join(folder.path, 'trend.html')}\n` });
  const html = await folder.read('trend.html');
  expect(html).toContain('Main over time: 60 % of trials pass now');
  expect(html).not.toContain('<script');
  const json = await folder.cli(['history', 'history.jsonl', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ rows: { length: 12 }, moved: [{ id: 'moving' }] });
});

it('a history that is broken or missing is named, with what to do', async () => {
  const ours = rowWith({ run_id: '1', date: '2026-01-01T00:00:00Z' });
  await using folder = await folderWith({
    'broken.jsonl': '{"sha":"<script>"}\n',
    'future.jsonl': historyText([ours, rowWith({ run_id: '2', date: '2999-01-01T00:00:00Z' })]),
  });
  const broken = await folder.cli(['history', 'broken.jsonl']);
  expect(broken).toMatchObject({ exitCode: 2, stdout: '' });
  expect(broken.stderr).toContain('broken.jsonl is damaged: line 1 has a wrong sha; it is left out');
  const future = await folder.cli(['history', 'future.jsonl', '--json']);
  expect(future.stderr).toBe('future.jsonl: 1 row dated after today; it is left out\n');
  expect(JSON.parse(future.stdout).rows).toMatchObject([{ run_id: '1' }]);
  const page = await folder.cli(['report', '--history', 'broken.jsonl']);
  expect(page).toMatchObject({ exitCode: 2, stdout: '' });
  expect(page.stderr).toContain('broken.jsonl is damaged: line 1 has a wrong sha; it is left out');
  const missing = await folder.cli(['history', 'nowhere']);
  expect(missing.exitCode).toBe(2);
  expect(missing.stderr).toContain('nowhere does not exist; name a history.jsonl, or a folder with results of main');
  const none = await folder.cli(['report']);
  expect([none.exitCode, none.stdout]).toEqual([2, '']);
  expect(none.stderr).toMatch(
    /^agent-eval: agent-eval-results holds no results; ".* run" makes them, or name a results file\n$/,
  );
});
