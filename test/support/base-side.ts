import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder } from '#test/support/new-folder.ts';
import type { ActionResult } from '../testing/github/runner.ts';
import type { WorkspaceFiles } from '../testing/github/workspace.ts';
import type { OpenPull, RunOptions, Scene } from './scene.ts';
import { json, scriptedSuite } from './scripted-suite.ts';

const IDS = Array.from({ length: 4 }, (_, index) => `case-${index}`);

/** Ten trials on main's side need no shell, no package and no network. */
const GATE = { trials: 3, concurrency: 4, gate: {} };

/** A suite whose agent is a program of the test, which answers with what `answer.txt` says. */
export function answeringSuite(agent: string, config: Readonly<Record<string, unknown>> = {}): WorkspaceFiles {
  const suite = scriptedSuite(Object.fromEntries(IDS.map((id) => [id, {}])), {
    ...GATE,
    agent: { command: ['node', 'agent.mjs'] },
    ...config,
  });
  return { ...suite, 'agent.mjs': agent, 'answer.txt': 'all is well', 'other.json': json({}) };
}

/** A worker that runs `first` once, and answers each turn with the text that the expression `answer` gives. */
export function worker(answer: string, first = ''): string {
  return `import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const own = () => readFileSync('answer.txt', 'utf8');
${first}
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type === 'turn') process.stdout.write(JSON.stringify({ id: turn.id, output: ${answer} }) + '\\n');
}
`;
}

/** A machine of its own for a run: its home, with a folder on PATH, and its folders for temporary files. */
export async function machine(): Promise<{ readonly home: string; readonly options: RunOptions }> {
  const top = newFolder('machine');
  const [home, temporary, job] = [join(top, 'home'), join(top, 'tmp'), join(top, 'job')];
  for (const folder of [join(home, 'bin'), temporary, job]) await mkdir(folder, { recursive: true });
  const path = `${join(home, 'bin')}:${process.env['PATH']}`;
  return { home, options: { env: { HOME: home, TMPDIR: temporary, RUNNER_TEMP: job, PATH: path } } };
}

/** The two jobs of `confirm: job`, each on a machine of its own, which `between` sees to where paths are fixed; `again` runs the second one once more. */
export async function twoJobs(
  scene: Scene,
  { event, checkout }: Pick<OpenPull, 'event' | 'checkout'>,
  between: () => Promise<void> = async () => {},
  { env = {}, parts = [{}] }: Pick<RunOptions, 'env'> & { readonly parts?: readonly object[] } = {},
): Promise<{
  readonly trials: ActionResult;
  readonly merged: ActionResult;
  readonly again: () => Promise<ActionResult>;
}> {
  const job = async (inputs: object, github: RunOptions['github'] = {}) => {
    const { options } = await machine();
    const own = { ...options, env: { ...options.env, ...env } };
    return scene.run(event, { workspace: checkout, ...own, inputs: { confirm: 'job', ...inputs }, github });
  };
  const [first = {}, ...others] = parts;
  const trials = await job(first);
  for (const part of others) await job(part, { runId: trials.run.id, runAttempt: 1 });
  await between();
  const merge = (runAttempt: number) => job({ mode: 'merge' }, { runId: trials.run.id, runAttempt });
  return { trials, merged: await merge(1), again: () => merge(2) };
}
