import type { Environment } from '#adapters/process/child-environment.ts';
import { type Program, startProgram } from '#adapters/process/program.ts';
import type { CustomChecks } from '#application/ports.ts';
import type { CheckResult, TrialView } from '#domain/checks/check.ts';
import { cutEnd, cutStart } from '#domain/cut.ts';
import { jsonText } from '#domain/json-text.ts';
import type { Case } from '#domain/suite/case.ts';
import type { CustomExpectation } from '#domain/suite/expectation.ts';
import { moduleCommand } from './module-command.ts';
import { readJudgement } from './read-judgement.ts';

/** Where custom checks run and what they may see. */
export interface ProgramChecksOptions {
  /** Folder of the config, absolute. */
  readonly cwd: string;
  readonly environment: Environment;
  /** A check that takes longer can't judge. */
  readonly timeout_ms?: number;
}

const TIMEOUT_MS = 30_000;
const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Runs custom checks as programs: the trial as one JSON line on stdin, `{passed, score, reason}` as JSON on stdout. */
export function programChecks(options: ProgramChecksOptions): CustomChecks {
  return {
    async judge(expectation, { case: evalCase, view }, signal) {
      const question = `${jsonText(describe(evalCase, view))}\n`;
      const run = await runCheck(commandOf(expectation), question, options, signal);
      return 'problem' in run ? unjudged(run.problem) : readJudgement(run.output);
    },
  };
}

function commandOf(expectation: CustomExpectation): readonly string[] {
  return expectation.kind === 'command' ? expectation.command : moduleCommand(expectation.module);
}

/** What a custom check is told. */
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
  question: string,
  options: ProgramChecksOptions,
  signal: AbortSignal,
): Promise<{ readonly output: string } | { readonly problem: string }> {
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  let size = 0;
  const keep = (chunks: Buffer[]) => (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_OUTPUT_BYTES) chunks.push(chunk);
  };
  const program = startProgram(
    { command, cwd: options.cwd, environment: options.environment },
    { line() {}, overlong() {}, stdout: keep(output), stderr: keep(errors) },
  );
  program.write(question);
  program.closeInput();
  const patience = AbortSignal.any([signal, AbortSignal.timeout(options.timeout_ms ?? TIMEOUT_MS)]);
  const end = await endOrStop(program, patience);
  const name = cutEnd(command.join(' '), 120);
  if (end === 'stopped')
    return { problem: `the check "${name}" took longer than ${(options.timeout_ms ?? TIMEOUT_MS) / 1000} s` };
  if (end.kind === 'not_started') return { problem: `the check "${name}" can't be started: ${end.message}` };
  if (size > MAX_OUTPUT_BYTES) return { problem: `the check "${name}" printed more than ${MAX_OUTPUT_BYTES} bytes` };
  if (end.code !== 0) {
    const said = cutStart(Buffer.concat(errors).toString().trim(), 500);
    return { problem: `the check "${name}" ended with ${end.code ?? end.signal}${said === '' ? '' : `: ${said}`}` };
  }
  return { output: Buffer.concat(output).toString() };
}

async function endOrStop(program: Program, signal: AbortSignal): Promise<Awaited<Program['ended']> | 'stopped'> {
  const aborted = new Promise<'stopped'>((resolve) => {
    if (signal.aborted) resolve('stopped');
    signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
  const first = await Promise.race([program.ended, aborted]);
  if (first === 'stopped') await program.stop(500);
  return first;
}

function unjudged(reason: string): CheckResult {
  return { name: 'custom', passed: null, score: null, code: 'check_broken', reason };
}
