import type { Case } from '#cases/suite/case.ts';
import { cutEnd } from '#common/cut.ts';
import { jsonText } from '#common/json-text.ts';
import { duration } from '#common/words.ts';
import type { CustomChecks } from '#ports/grader-ports.ts';
import type { Environment } from '#process/child-environment.ts';
import { timeLimit } from '#process/deferred.ts';
import { judgingFolders } from '#process/own-folders.ts';
import { endOrStop, type ProgramSpec, startProgram } from '#process/program.ts';
import type { CheckResult, TrialView } from '#trials/checks/terms/check.ts';
import { unjudged } from '#trials/checks/terms/judgement.ts';
import { lastLines } from '../turn/last-lines.ts';
import { createModuleChecks, type ModuleChecks } from './module-checks.ts';
import { readJudgement } from './read-judgement.ts';

/** Where custom checks run and which variables they get. */
export interface ProgramChecksOptions {
  /** Folder of the config, absolute. */
  readonly cwd: string;
  readonly environment: Environment;
  /** See `ProgramSpec`. */
  readonly resolve?: ProgramSpec['resolve'];
  /** Time limit of a check; beyond it the check could not judge. */
  readonly timeout_ms?: number;
}

const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Custom checks and their processes, which stay for further trials. */
export interface ProgramChecks extends CustomChecks {
  close(): Promise<void>;
}

/**
 * Runs custom checks as programs: the trial as one JSON line on stdin, `{passed, score, reason}` as JSON on stdout. A command
 * starts for each trial, a module once for all.
 */
export function programChecks(options: ProgramChecksOptions): ProgramChecks {
  const modules = createModuleChecks(options);
  return {
    async judge(expectation, { case: evalCase, view }, signal) {
      const trial = jsonText(describe(evalCase, view));
      const run =
        expectation.kind === 'command'
          ? await runCheck(expectation.command, trial, options, signal)
          : await runModule(modules, expectation.module, trial, options, signal);
      return 'problem' in run ? brokenCheck(run.problem) : readJudgement(run.output, expectation.min_score);
    },
    close: () => modules.close(),
  };
}

type Run = { readonly output: string } | { readonly problem: string };

async function runModule(
  modules: ModuleChecks,
  module: string,
  trial: string,
  options: ProgramChecksOptions,
  signal: AbortSignal,
): Promise<Run> {
  const judged = await modules.judge(module, trial, patienceOf(options, signal));
  switch (judged.kind) {
    case 'answered':
      return judged.output.length > MAX_OUTPUT_BYTES ? floodRun(module) : judged;
    case 'ended':
      return endedWith(module, judged.code, judged.message);
    case 'stopped':
      return stopRun(module, options, signal);
    case 'own':
      return runCheck(moduleCommand(module), trial, options, signal, module);
  }
}

/** The trial as a custom check gets it. */
function describe(evalCase: Case, view: TrialView): Record<string, unknown> {
  const { end, bypassed: _, latency_at_most_ms: __, ...rest } = view;
  return {
    case_id: evalCase.id,
    context: evalCase.context,
    metadata_of_case: evalCase.metadata,
    completed: end.kind === 'completed',
    ...rest,
  };
}

async function runCheck(
  command: readonly string[],
  trial: string,
  options: ProgramChecksOptions,
  signal: AbortSignal,
  name = command.join(' '),
): Promise<Run> {
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  let size = 0;
  const keep = (chunks: Buffer[]) => (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_OUTPUT_BYTES) chunks.push(chunk);
  };
  const own = await judgingFolders(options.environment);
  const program = startProgram(
    { command, cwd: options.cwd, environment: own.environment, resolve: options.resolve },
    { line() {}, overlong() {}, stdout: keep(output), stderr: keep(errors) },
  );
  program.write(`${trial}\n`);
  program.closeInput();
  const end = await endOrStop(program, patienceOf(options, signal)).finally(own.close);
  if (end === 'stopped') return stopRun(name, options, signal);
  if (end.kind === 'not_started') return { problem: `the check ${quote(name)} can't be started: ${end.message}` };
  if (size > MAX_OUTPUT_BYTES) return floodRun(name);
  if (end.code !== 0) return endedWith(name, end.code ?? end.signal, Buffer.concat(errors).toString());
  return { output: Buffer.concat(output).toString() };
}

function patienceOf({ timeout_ms = TIMEOUT_MS }: ProgramChecksOptions, signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, timeLimit(timeout_ms)]);
}

function stopRun(name: string, { timeout_ms = TIMEOUT_MS }: ProgramChecksOptions, signal: AbortSignal): Run {
  if (signal.aborted) return { problem: `the check ${quote(name)} was stopped: the run was cancelled` };
  return { problem: `the check ${quote(name)} took longer than ${duration(timeout_ms)}` };
}

function floodRun(name: string): Run {
  return { problem: `the check ${quote(name)} printed more than ${MAX_OUTPUT_BYTES} bytes` };
}

function endedWith(name: string, how: number | string | null, stderr: string): Run {
  const output = lastLines(stderr);
  return { problem: `the check ${quote(name)} ended with ${how}${output === '' ? '' : `: ${output}`}` };
}

function quote(name: string): string {
  return `"${cutEnd(name, 120)}"`;
}

function brokenCheck(problem: string): CheckResult {
  return { name: 'custom', ...unjudged('check_broken', { kind: 'said', text: problem }) };
}

/** Loads the check given as the last argument, passes it the trial, prints its answer. */
const LOADER = `
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
const { default: check } = await import(pathToFileURL(resolve(process.argv[1])).href);
if (typeof check !== 'function') throw new Error('the module has no default export that is a function');
let text = '';
for await (const chunk of process.stdin) text += chunk;
const say = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
const answer = await check(JSON.parse(text));
say(JSON.stringify(answer, (_, value) => (Number.isFinite(value) || typeof value !== 'number' ? value : String(value))));
`;

/** The command that runs a JavaScript module's default export as a check, in a process of its own. */
function moduleCommand(module: string): readonly string[] {
  return [process.execPath, '--input-type=module', '--eval', LOADER, '--', module];
}
