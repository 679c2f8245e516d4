import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { historyText } from '#gate/history/join-histories.ts';
import { rowWith } from '#test/gate/history/rows.ts';
import { runCli } from '#test/support/run-cli.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('the terminal shows main run by run, and the cases that moved', async () => {
  const rows = Array.from({ length: 12 }, (_, day) => {
    const passed = day < 7 ? 5 : 1;
    const cases = { steady: [5, 5] as const, moving: [passed, 5] as const };
    const date = `2026-01-${String(day + 1).padStart(2, '0')}T04:17:00Z`;
    return rowWith({ run_id: String(day), date, event: 'schedule', cases, passed: 5 + passed, scored: 10 });
  });
  await writeFile(join(folder, 'history.jsonl'), historyText(rows));
  const shown = await runCli(folder, ['history', '.']);
  expect(shown.stderr).toBe('');
  expect(shown.stdout).toContain('███████▁▁▁▁▁  pass rate of main, 12 runs');
  expect(shown.stdout).toMatch(/2026-01-12 04:17 +schedule +60 % +6\/10 +pass/);
  expect(shown.stdout).toMatch(/ {2}moving +███████▁▁▁▁▁ +100 % → 20 %/);
  expect(shown.stdout).not.toContain('steady');
  const page = await runCli(folder, ['report', '--history', 'history.jsonl', '--output', 'trend.html']);
  expect(page).toMatchObject({ exitCode: 0, stderr: '', stdout: `${join(folder, 'trend.html')}\n` });
  const html = await readFile(join(folder, 'trend.html'), 'utf8');
  expect(html).toContain('Main over time: 60 % of trials pass now');
  expect(html).not.toContain('<script');
  const json = await runCli(folder, ['history', 'history.jsonl', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ rows: { length: 12 }, moved: [{ id: 'moving' }] });
});

it('a history that is broken or missing is named, with what to do', async () => {
  await writeFile(join(folder, 'broken.jsonl'), '{"sha":"<script>"}\n');
  const broken = await runCli(folder, ['history', 'broken.jsonl']);
  expect(broken).toMatchObject({ exitCode: 2, stdout: '' });
  expect(broken.stderr).toContain('broken.jsonl is damaged: line 1 has a wrong sha; it is left out');
  const ours = rowWith({ run_id: '1', date: '2026-01-01T00:00:00Z' });
  await writeFile(
    join(folder, 'future.jsonl'),
    historyText([ours, rowWith({ run_id: '2', date: '2999-01-01T00:00:00Z' })]),
  );
  const future = await runCli(folder, ['history', 'future.jsonl', '--json']);
  expect(future.stderr).toBe('future.jsonl: 1 row dated after today; it is left out\n');
  expect(JSON.parse(future.stdout).rows).toMatchObject([{ run_id: '1' }]);
  const page = await runCli(folder, ['report', '--history', 'broken.jsonl']);
  expect(page).toMatchObject({ exitCode: 2, stdout: '' });
  expect(page.stderr).toContain('broken.jsonl is damaged: line 1 has a wrong sha; it is left out');
  const missing = await runCli(folder, ['history', 'nowhere']);
  expect(missing.exitCode).toBe(2);
  expect(missing.stderr).toContain('nowhere does not exist; name a history.jsonl, or a folder with results of main');
  const none = await runCli(await mkdtemp(join(folder, 'empty-')), ['report']);
  expect([none.exitCode, none.stdout]).toEqual([2, '']);
  expect(none.stderr).toMatch(
    /^agent-eval: agent-eval-results holds no results; ".* run" makes them, or name a results file\n$/,
  );
});
