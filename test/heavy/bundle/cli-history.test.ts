import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { historyText } from '#gate/history/join-histories.ts';
import { rowWith } from '#test/gate/history/rows.ts';
import { folderWith } from '#test/support/cli-folder.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';

it('the terminal shows main run by run, and the cases that moved', async () => {
  const rows = Array.from({ length: 12 }, (_, day) => {
    const passed = day < 7 ? 5 : 1;
    const cases = { steady: [5, 5] as const, moving: [passed, 5] as const };
    const failure_types = { grounding: [passed, 5] as const };
    const date = `2026-01-${String(day + 1).padStart(2, '0')}T04:17:00Z`;
    return rowWith({
      run_id: String(day),
      date,
      event: 'schedule',
      cases,
      failure_types,
      passed: 5 + passed,
      scored: 10,
    });
  });
  await using folder = await folderWith({ 'history.jsonl': historyText(rows) });
  const result = await folder.cli(['history', '.']);
  expect(result.stderr).toBe('');
  expect(result.stdout).toContain('███████▅▅▅▅▅  pass rate of main, 12 runs');
  expect(result.stdout).toMatch(/2026-01-12 04:17 +schedule +60 % +6\/10 +pass/);
  expect(result.stdout).toMatch(/ {2}moving +███████▂▂▂▂▂ +100 % → 20 %/);
  expect(result.stdout).not.toContain('steady');
  expect(result.stdout).toMatch(/failure type, first → last of these runs\n {2}grounding +███████▂▂▂▂▂ +100 % → 20 %/);
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

it('the recipe beside the examples puts history and results into SQLite, once each, and trials belong to their run', async () => {
  const cases = {
    lost: { step: { answer: { output: 'no' } }, metadata: { failure_type: ['grounding', 'tone'] } },
    found: { metadata: { failure_type: 'grounding' } },
  };
  await using folder = await folderWith(scriptedSuite(cases));
  const ran = await folder.cli(['run']);
  expect(ran.stdout).toContain('cases that fail, by failure type: grounding 1 of 2, tone 1 of 1');
  const made = await folder.cli(['history', 'agent-eval-results', '--json']);
  const [row] = JSON.parse(made.stdout).rows;
  expect(row.failure_types).toEqual({ grounding: [2, 4], tone: [0, 2] });
  const artifact = join(folder.path, 'agent-eval-results');
  await writeFile(join(artifact, 'history.jsonl'), historyText([rowWith({ sha: 'abcdef0' }), row]));
  const page = await readFile(new URL('../../../examples/README.md', import.meta.url), 'utf8');
  const [, recipe = ''] = /```python\n([^`]+)```/.exec(page) ?? [];
  for (const _ of ['first', 'again']) execFileSync('python3', ['-c', recipe], { cwd: artifact });
  using database = new DatabaseSync(join(artifact, 'agent-eval.db'));
  const rowsOf = (query: string) =>
    database
      .prepare(query)
      .all()
      .map((found) => Object.values(found));
  expect(rowsOf('select sha, passed, scored, verdict from runs order by date')).toEqual([
    ['abcdef0', 5, 5, 'pass'],
    [row.sha, 2, 4, row.verdict],
  ]);
  const joined = 'from trials join runs using (date) group by case_id order by case_id';
  expect(rowsOf(`select case_id, count(*), sum(outcome = 'passed') ${joined}`)).toEqual([
    ['found', 2, 2],
    ['lost', 2, 0],
  ]);
});
