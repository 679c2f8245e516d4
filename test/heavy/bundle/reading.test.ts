import { expect, test } from 'vitest';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { readable } from '#test/support/markdown.ts';
import { program } from '#test/support/program.ts';
import { comment as commentIn, it } from '#test/support/scene.ts';
import { json, scriptedSuite } from '#test/support/scripted-suite.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

/** What the agent answers in the trials of a case; the last one goes on. */
type Play = readonly object[];

const pass = { output: 'all is well', usage: { input_tokens: 400, output_tokens: 100 } };
const fail = { ...pass, output: 'no' };
const always: Play = [pass];
const never: Play = [fail];
const half: Play = Array.from({ length: 10 }, (_, trial) => (trial % 2 === 0 ? pass : fail));
const allButOne: Play = [fail, ...Array.from({ length: 9 }, () => pass)];

const AGENT = program('playing-worker.mjs');

const plays = (of: Readonly<Record<string, Play>>): WorkspaceFiles => ({ 'plays.json': json(of) });

/** Ten trials of each case, by the statistical gate. */
function suite(of: Readonly<Record<string, Play>>, more: object = {}): WorkspaceFiles {
  const expect = { response: { contains: ['well'] } };
  return {
    'agent-eval.yml': json({
      version: 1,
      agent: { command: [process.execPath, 'agent.mjs'] },
      cases: ['cases.yml'],
      trials: 10,
      ...more,
    }),
    'cases.yml': json({ cases: Object.keys(of).map((id) => ({ id, input: `input of ${id}`, expect })) }),
    'agent.mjs': AGENT,
    ...plays(of),
  };
}

/** Runs what is there as main, changes it, and gives what a reader of the comparison is shown. */
async function compared(files: WorkspaceFiles, change: WorkspaceFiles, env: Readonly<Record<string, string>> = {}) {
  await using folder = await folderWith(files);
  await folder.cli(['run', '--output', 'main'], { env });
  await folder.write(change);
  const run = await folder.cli(['run', '--baseline', 'main'], { env });
  return { ...run, comment: await commentOf(folder) };
}

async function commentOf(folder: Folder): Promise<string> {
  return readable(await folder.read('agent-eval-results/comment.md'));
}

const halves = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`half-${at + 1}`, half]));
const MAIN = { stuck: never, seldom: allButOne, steady: always, ...halves };

test('a case that passes now and what it takes less of lead a green comment, terminal and page, and no chance does', async () => {
  const cheap = { output: 'all is well', usage: { input_tokens: 150, output_tokens: 45 } };
  const ids = ['R-01', 'R-02', 'R-03', 'R-04', 'R-05'];
  const on = (of: Play, first: Play) => Object.fromEntries(ids.map((id, at) => [id, at === 0 ? first : of]));
  const main = suite(on(always, never), { trials: 3 });
  await using folder = await folderWith(main);
  await folder.cli(['run', '--output', 'main']);
  await folder.write(plays(on([cheap], [cheap])));
  const { exitCode, stdout } = await folder.cli(['run', '--baseline', 'main']);
  expect(exitCode, stdout).toBe(0);
  const words = 'R-01 passes now (0 of 3 → 3 of 3); tokens −61 %';
  expect(await commentOf(folder)).toMatch(`### ✅ Agent eval passed: ${words}`);
  for (const text of [stdout, await folder.read('agent-eval-results/report.html')]) expect(text).toContain(words);
  const unchanged = await compared(main, plays(on(always, [fail, pass, fail])));
  expect(`${unchanged.comment}${unchanged.stdout}`).not.toMatch(/passes (?:now|more)| rose /);
});

test('the case that rose is the headline; fixed is what chance does not explain; one long trial and tokens in part are named', async () => {
  const loop = { ...pass, usage: { input_tokens: 100_000, output_tokens: 0 } };
  const { usage: _, ...silent } = pass;
  const here = Object.fromEntries(Object.keys(MAIN).map((id) => [id, always]));
  const change = { ...here, steady: [pass, loop, pass], stuck: [pass, silent, pass] };
  const { exitCode, comment, stdout } = await compared(suite(MAIN), plays(change));
  expect(exitCode, stdout).toBe(0);
  expect(comment).toMatch(/^### ✅ Agent eval passed: stuck passes now \(0 of 10 → 10 of 10\)(;|$)/m);
  expect(`${comment}${stdout}`).not.toContain('ruled out');
  // One more pass of ten is chance, and so are five more where eleven cases have the same chance.
  expect(comment).toMatch(/^\*\*Fixed \(1\)\*\* <code>stuck<\/code> 0\/10 → 10\/10$/m);
  const named = 'case steady: trial 2 took 100,000 tokens, 200 × the 500 of its other trials';
  const part =
    'tokens was judged without 1 of 11 cases with values on main that has them here in only some trials (stuck)';
  for (const text of [comment, stdout]) expect(text).toContain(named);
  expect(comment).toContain(part);
});

test('beside a red nobody is told to wait for more trials, and a fall by chance is no fall', async () => {
  const less = Object.fromEntries(
    Object.keys(halves)
      .slice(0, 5)
      .map((id) => [id, [pass, fail, pass, fail]]),
  );
  const fallen = { ...MAIN, ...less, seldom: [fail, fail, pass] };
  const open = await compared(suite(MAIN), suite(fallen, { trials: 5 }));
  expect(open.comment.split('\n')[0]).toMatch(
    /Agent eval can't tell \(would not block\): [\d.]+ % here, [\d.]+ % on main/,
  );
  const red = await compared(suite(MAIN), suite({ ...fallen, steady: never }, { trials: 5 }));
  expect(red).toExit(1);
  expect(red.comment).toMatch(/^### ❌ Agent eval failed: steady broke: /m);
  expect(`${red.comment}${red.stdout}`).not.toMatch(/more trial|can't tell/);
  for (const { comment } of [open, red]) expect(comment).not.toMatch(/Fewer passes here|\*\*Fixed/);
});

test('a program that does not say when it has started has no latency, and a rule on it says so', async () => {
  const once = { command: [process.execPath, '-e', "console.log('all is well')"], mode: 'one-shot' };
  const gate = { method: 'threshold', latency_ms: { max_increase: 0.1 } };
  const slow = { ...once, command: [process.execPath, '-e', "setTimeout(() => console.log('all is well'), 800)"] };
  const more = { trials: 2, gate };
  const run = await compared(
    suite({ one: always }, { ...more, agent: once }),
    suite({ one: always }, { ...more, agent: slow }),
  );
  expect(run).toExit(0);
  expect(`${run.comment}${run.stdout}`).not.toContain('latency p95');
  for (const text of [run.comment, run.stdout])
    expect(text).toContain('gate.latency_ms is not tested: no trial has a latency');
});

it('only a case of which less is demanded for sure is said to demand less', async (openScene) => {
  const demanding = (response: object) => ({ expect: { response } });
  const words = { contains: ['well', 'all'] };
  const main = { less: demanding(words), more: demanding(words), same: demanding(words), other: demanding(words) };
  const scene = await openScene(scriptedSuite(main));
  await scene.storeMain();
  const change = {
    less: demanding({ contains: ['well'] }),
    more: demanding({ contains: ['all is well'], not_contains: ['no'] }),
    same: demanding({ contains: ['all', 'well'] }),
    other: demanding({ matches: ['w.ll'] }),
  };
  const run = await scene.runPull(scriptedSuite(change));
  const comment = commentIn(scene);
  expect(comment, run.stdout).toContain('this change demands less of case less: response.contains: 1 of 2 dropped');
  expect(comment.match(/demands less/g)).toHaveLength(1);
  expect(comment).toContain('this change adds to the expectations of more, same and drops nothing');
  expect(comment).toContain("this change rewrites the expectations of other; can't tell whether they demand less");
});
