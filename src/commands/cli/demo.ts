import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { abortOnSignals } from '#commands/compose/abort-on-signals.ts';
import { evaluateWorkspace } from '#commands/compose/evaluate-workspace.ts';
import type { WorkspaceResult } from '#commands/compose/workspace-request.ts';
import { type DemoOptions, RUN } from '#commands/options/flags.ts';
import { defaultsOf } from '#commands/options/option.ts';
import { percent } from '#common/words.ts';
import type { StoredRun } from '#gate/baseline/results/baseline-lookup.ts';
import type { BaselineStore } from '#ports/ports.ts';
import { EXIT } from '#report/exit-code.ts';
import { COMMENT_BYTES, renderMarkdown } from '#report/markdown/render-markdown.ts';
import type { Report } from '#report/report.ts';
import { emptyBaseline } from '#runner/no-baseline.ts';
import { noTrajectories } from '#runner/no-trajectories.ts';
import { commandName } from './common/command-name.ts';
import { localFacts, localRequest } from './common/local-request.ts';
import { say } from './common/say.ts';
import { BROKEN_PROMPT, demoFiles, MAIN_PROMPT } from './demo-files.ts';
import { readableComment } from './readable-comment.ts';

/** What `agent-eval demo` does. */
export async function tellDemo(options: DemoOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-eval-demo-'));
  const stop = abortOnSignals();
  try {
    await tellStory(folder, stop.signal);
  } finally {
    stop.release();
    if (options.keep) tell(`Files and results: ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  }
  process.exitCode = stop.code() ?? process.exitCode ?? 0;
}

async function tellStory(folder: string, signal: AbortSignal): Promise<void> {
  for (const [path, text] of Object.entries(demoFiles(process.execPath))) await write(folder, path, text);

  tell(
    '1. main: after each of three merges, a support agent runs 8 cases, 5 trials each. These runs are the baseline.\n',
  );
  const runs: StoredRun[] = [];
  for (const side of ['main-1', 'main-2', 'main-3']) {
    const main = await evaluateDemo(folder, side, storedRuns(runs), signal);
    if (!printVerdict(main) || main.kind !== 'evaluated') return;
    runs.unshift({ results: main.evaluation.results, sha: null, url: null, place: null });
  }
  const baseline = storedRuns(runs);
  tell(
    '\n2. Pull request 1 changes nothing that matters. The agent is random, so single trials differ; the gate stays green.\n',
  );
  if (!printVerdict(await evaluateDemo(folder, 'pull-request-1', baseline, signal))) return;

  tell('\n3. Pull request 2 shortens the prompt and loses a rule:\n');
  tell(promptDifference());
  await write(folder, 'prompt.txt', BROKEN_PROMPT);
  const brokenRun = await evaluateDemo(folder, 'pull-request-2', baseline, signal);
  if (!printVerdict(brokenRun) || brokenRun.kind !== 'evaluated') return;

  tell(
    '\nThe check is red, and pull request 2 gets this comment. (Here the stored runs of main decide. On GitHub, fresh trials of\nmain and of the change decide what looks worse.)\n',
  );
  tell(frame(commentOf(brokenRun.evaluation.report)));
  tell(
    `\nYour turn: in your repository, "${commandName(undefined, null)} init" writes a workflow, a config and a first case.`,
  );
}

/** Runs of main, nearest first, as GitHub would return them. */
function storedRuns([nearest, ...others]: readonly StoredRun[]): BaselineStore {
  if (nearest === undefined) return emptyBaseline('main has not run');
  const facts = { target_sha: null, choice: 'the newest run', notes: [] };
  return {
    find: async () => ({ kind: 'found', runs: [nearest, ...others], ...facts }),
    trajectories: noTrajectories,
  };
}

async function evaluateDemo(
  folder: string,
  side: string,
  baselines: BaselineStore,
  signal: AbortSignal,
): Promise<WorkspaceResult> {
  const output_folder = join(folder, `results-${side}`);
  const request = localRequest(defaultsOf(RUN), { cwd: folder, output_folder, signal });
  return evaluateWorkspace({
    ...request,
    facts: localFacts({ sha: side, ref: null, side: side.startsWith('main') ? 'baseline' : 'candidate' }),
    names: { ...request.names, name: 'demo' },
    comparison: { ...request.comparison, baselines },
  });
}

/** Prints the verdict of a step; false if the demo can't continue. */
function printVerdict(result: WorkspaceResult): boolean {
  if (result.kind === 'evaluated' && result.evaluation.decision.verdict !== 'error') {
    const { report } = result.evaluation;
    const rate = report.metrics.find((row) => row.metric === 'pass_rate')?.candidate;
    const passed = rate === null || rate === undefined ? '' : `   pass rate ${percent(rate)}\n`;
    tell(`${passed}   ${firstLineOf(report)}`);
    return true;
  }
  if (result.kind === 'evaluated') say(firstLineOf(result.evaluation.report));
  else if (result.kind === 'refused') say(result.problem);
  else for (const issue of result.issues) say(issue.message);
  process.exitCode = EXIT.error;
  return false;
}

function commentOf(report: Report): string {
  return readableComment(renderMarkdown(report, COMMENT_BYTES));
}

function firstLineOf(report: Report): string {
  return commentOf(report).split('\n', 1).join();
}

function promptDifference(): string {
  const removed = MAIN_PROMPT.split('\n').filter((line) => line !== '' && !BROKEN_PROMPT.includes(line));
  const added = BROKEN_PROMPT.split('\n').filter((line) => line !== '' && !MAIN_PROMPT.includes(line));
  return [...removed.map((line) => `   - ${line}`), ...added.map((line) => `   + ${line}`), ''].join('\n');
}

function frame(text: string): string {
  return text
    .split('\n')
    .map((line) => `   │ ${line}`.trimEnd())
    .join('\n');
}

async function write(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}
