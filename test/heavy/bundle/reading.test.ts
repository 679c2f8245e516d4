import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLI_BUNDLE, COMPILE_CACHE } from '#test/support/bundle.ts';
import { type Folder, folderWith } from '#test/support/cli-folder.ts';
import { readable } from '#test/support/markdown.ts';
import { BUILT_IN, environmentOf, modelSuite, PROGRAM } from '#test/support/model-suite.ts';
import { it } from '#test/support/scene.ts';
import { json, scriptedSuite } from '#test/support/scripted-suite.ts';
import { RESULTS_ARTIFACT, resultsArchive, storedResults } from '#test/support/stored-artifact.ts';
import { addArtifact } from '#test/testing/github/state-builders.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { runProgram } from '../support/run-program.ts';

/** What the agent answers in the trials of a case; the last one goes on. */
type Play = readonly object[];

const pass = { output: 'all is well', usage: { input_tokens: 400, output_tokens: 100 } };
const fail = { ...pass, output: 'no' };
const always: Play = [pass];
const never: Play = [fail];
const half: Play = Array.from({ length: 10 }, (_, trial) => (trial % 2 === 0 ? pass : fail));
const allButOne: Play = [fail, ...Array.from({ length: 9 }, () => pass)];

const AGENT = `import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const plays = JSON.parse(readFileSync('plays.json', 'utf8'));
console.log(JSON.stringify({ type: 'ready' }));
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  const play = plays[turn.case_id];
  const { delay = 0, ...answer } = play[turn.trial - 1] ?? play.at(-1);
  await new Promise((resolve) => setTimeout(resolve, delay));
  console.log(JSON.stringify({ id: turn.id, ...answer }));
}
`;

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
  return readable(await readFile(join(folder.path, 'agent-eval-results', 'comment.md'), 'utf8'));
}

const halves = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`half-${at + 1}`, half]));
const MAIN = { stuck: never, seldom: allButOne, steady: always, ...halves };

test('a rise is the headline; fixed is what chance does not explain; one long trial and tokens in part are named', async () => {
  const loop = { ...pass, usage: { input_tokens: 100_000, output_tokens: 0 } };
  const { usage: _, ...silent } = pass;
  const here = Object.fromEntries(Object.keys(MAIN).map((id) => [id, always]));
  const change = { ...here, steady: [pass, loop, pass], stuck: [pass, silent, pass] };
  const { exitCode, comment, stdout } = await compared(suite(MAIN), plays(change));
  expect(exitCode, stdout).toBe(0);
  expect(comment).toMatch(/^### ✅ Agent eval passed: pass rate rose from [\d.]+ % to [\d.]+ %(;|$)/m);
  expect(`${comment}${stdout}`).not.toContain('ruled out');
  // One more pass of ten is chance, and so are five more where eleven cases have the same chance.
  expect(comment).toMatch(/^\*\*Fixed \(1\)\*\* <code>stuck<\/code> 0\/10 → 10\/10$/m);
  const named = 'case steady: trial 2 took 100,000 tokens, 200 × the 500 of its other trials';
  const part =
    'tokens was judged without 1 of 11 cases with values on main that has them here in only some trials (stuck)';
  for (const shown of [comment, stdout]) expect(shown).toContain(named);
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
  expect(red.exitCode, red.stdout).toBe(1);
  expect(red.comment).toMatch(/^### ❌ Agent eval failed: steady broke: /m);
  expect(`${red.comment}${red.stdout}`).not.toMatch(/more trial|can't tell/);
  for (const { comment } of [open, red]) expect(comment).not.toMatch(/Fewer passes here|\*\*Fixed/);
});

test('a prompt that changed is named by its file, never by a hash', async () => {
  await using server = await startModelServer({ script: () => ({ text: 'all is well' }) });
  const agent = { openai: { ...BUILT_IN.openai, prompt: 'prompt.md' } };
  const files = { ...modelSuite(agent, ['one', 'two']), 'prompt.md': 'Be kind.' };
  const run = await compared(files, { 'prompt.md': 'Be brief.' }, environmentOf(server));
  expect(run.exitCode, run.stderr).toBe(0);
  expect(run.comment).toContain('<code>prompt.md</code>');
  expect(`${run.comment}${run.stdout}`).not.toMatch(/prompt_hash|[0-9a-f]{64}/);
});

it('only a case of which less is demanded for sure is said to demand less', async ({ openScene }) => {
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
  const comment = readable(scene.fake.state.comments.at(-1)?.body ?? '');
  expect(comment, run.stdout).toContain('this change demands less of case less: response.contains: 1 of 2 dropped');
  expect(comment.match(/demands less/g)).toHaveLength(1);
  expect(comment).toContain('this change adds to the expectations of more, same and drops nothing');
  expect(comment).toContain("this change rewrites the expectations of other; can't tell whether they demand less");
});

it('fourteen days count from today: what is older is left out, however near to the nearest run', async ({
  openScene,
}) => {
  const scene = await openScene(scriptedSuite({ one: {}, two: {} }));
  for (const days of [20, 12, 10]) {
    const { id } = await scene.storeMain();
    const stored = storedResults(scene.fake.state);
    const created_at = new Date(Date.now() - days * 86_400_000).toISOString();
    const { artifacts } = scene.fake.state;
    const own = artifacts.findIndex(({ runId, name }) => runId === id && name === RESULTS_ARTIFACT);
    artifacts.splice(own, 1);
    const content = resultsArchive(JSON.stringify({ ...stored, created_at }));
    addArtifact(scene.fake.state, { runId: id, name: RESULTS_ARTIFACT, content });
  }
  const run = await scene.runPull({ 'README.md': 'words' });
  const comment = readable(scene.fake.state.comments.at(-1)?.body ?? '');
  expect(comment, run.stdout).toMatch(/ and 1 further run of main, 4 trials per case together$/m);
  expect(comment.match(/ is not pooled: .*/g)).toEqual([
    ' is not pooled: it was made more than 14 days before this run',
  ]);
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
  expect(run.exitCode, run.stdout).toBe(0);
  expect(`${run.comment}${run.stdout}`).not.toContain('latency p95');
  for (const shown of [run.comment, run.stdout])
    expect(shown).toContain('gate.latency_ms is not tested: no trial has a latency');
});

test('cases that never ask a model are named where others do, whatever is checked of them', async () => {
  await using server = await startModelServer({ script: () => ({ text: 'all is well' }) });
  await using elsewhere = await startModelServer({ script: () => ({ text: 'all is well' }) });
  const past = { context: { url: elsewhere.base_urls.openai } };
  await using folder = await folderWith(modelSuite(PROGRAM, { one: {}, two: past, three: past }));
  const run = await folder.cli(['run'], { env: environmentOf(server) });
  const named =
    'the recorder saw no model call in 2 of 3 cases (two, three), so they count as answered without a model';
  for (const shown of [await commentOf(folder), run.stdout]) expect(shown).toContain(named);
});

/** Runs a command in a terminal of 80 columns and prints all that it showed there. */
const TERMINAL = `import fcntl, os, pty, struct, sys, termios
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 80, 0, 0))
    os.execv(sys.argv[1], sys.argv[1:])
while True:
    try:
        shown = os.read(terminal, 65536)
    except OSError:
        break
    if not shown:
        break
    os.write(1, shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

test('a bar of 80 columns shows how many, how long and how much, and no time before a trial has ended', async () => {
  const slow = { ...pass, usage: { ...pass.usage, cost_usd: 0.25 }, delay: 400 };
  await using folder = await folderWith(suite({ one: [slow], two: [slow] }, { trials: 4, concurrency: 1 }));
  const run = await runProgram(['python3', '-c', TERMINAL, process.execPath, CLI_BUNDLE, 'run'], {
    cwd: folder.path,
    env: { PATH: process.env['PATH'], HOME: folder.path, TERM: 'xterm', ...COMPILE_CACHE },
  });
  const plain = run.stdout.replaceAll(/\u001b\[[0-9;]*m/g, '');
  const frames = plain.split(/[\r\n]|\u001b\[[0-9?;]*[a-zA-Z]/).filter((line) => /\d\/8 trials/.test(line));
  expect(run.exitCode, run.stdout).toBe(0);
  expect(frames[0]).toMatch(/ 0\/8 trials · starting$/);
  expect(frames.filter((line) => line.includes('left') && / 0\/8/.test(line))).toEqual([]);
  expect(frames.join('\n')).toMatch(/ [4-7]\/8 trials · about [\d.]+ s left · [4-7] passed · 0 failed · \$[12]\.\d\d/);
  expect(frames.filter((line) => line.length > 80)).toEqual([]);
});
