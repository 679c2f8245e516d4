import { writeFile } from 'node:fs/promises';
import { errorMessage } from '#common/error-message.ts';
import type { SuiteAgentConfig } from '#config/config.ts';
import { timeLimit } from '#process/deferred.ts';
import { endOrStop, type ProgramSpec, startProgram } from '#process/program.ts';
import { createTailBuffer } from '#process/tail-buffer.ts';
import type { Round } from '#trials/rows/ledger.ts';
import { withPattern } from '#trials/rows/name-filter.ts';
import type { Recorder } from '#wire/ports.ts';
import type { ModelCall } from '#wire/protocols/model-call.ts';
import { recordedSpec } from '../command/recorded-spec.ts';
import type { NewestFiles } from './newest-files.ts';
import { filesAt, readResults } from './read-results.ts';
import type { ResultsPlace } from './results-place.ts';

/** One round to run. */
export interface RoundOrder {
  /** From 1. */
  readonly number: number;
  readonly seed: number;
  /** Names of the tests to run, with what the runner calls each; `null`: all. */
  readonly only: ReadonlyMap<string, string> | null;
  /** A path where nothing is yet. */
  readonly path: string;
}

/** A round with what its programs left behind; `cancelled`: they were stopped. */
export interface RanRound {
  readonly round: Round | { readonly kind: 'cancelled' };
  /** End of standard error and output; untrusted. */
  readonly stderr: string;
  /** What the recorder saw; `null`: nobody recorded. */
  readonly calls: readonly RecordedCall[] | null;
}

/** What is kept of a model call. */
export type RecordedCall = Pick<ModelCall, 'fault' | 'usage' | 'tries' | 'wait_ms'>;

/** Where rounds run: `cwd` is the folder of the config. */
export interface RoundPlace extends Omit<ProgramSpec, 'command'> {
  /** `null` unless the config says `record`. */
  readonly recorder: Recorder | null;
  /** Where the runner writes if it can't be told; `null`: it is told. */
  readonly written: ResultsPlace | null;
  /** The files of which each round adds some; `null`: there are none. */
  readonly newest: NewestFiles | null;
}

/**
 * Runs the runner once, reads what it wrote and holds it against how its process ended.
 */
export async function runRound(
  config: SuiteAgentConfig,
  order: RoundOrder,
  { recorder, written, newest, ...place }: RoundPlace,
  signal: AbortSignal,
): Promise<RanRound> {
  const resultsFile = written?.path ?? order.path;
  // An old file must never be read as this round's.
  const uncleared = (await written?.clear()) ?? (await newest?.begin()) ?? null;
  if (uncleared !== null)
    return { round: { kind: 'void', damage: [{ code: 'not_cleared', why: uncleared }] }, stderr: '', calls: null };
  if (order.only !== null) await writeFile(`${order.path}.cases`, [...order.only.keys()].join('\n'));
  const session = (await recorder?.open()) ?? null;
  const attempt = { trial: { case_id: 'round', index: order.number } };
  const live = session?.begin({ attempt, turn: 1, max_steps: null });
  const filled = (word: string) => word.replaceAll('{results}', () => order.path);
  const own = Object.fromEntries(Object.entries(config.env).map(([name, value]) => [name, filled(value)]));
  const environment = { ...place.environment, ...own, ...variablesOf(order, resultsFile) };
  const command = commandOf(config, order.only).map(filled);
  const spec = recordedSpec({ ...place, command, environment }, { models: session, mcp: null });
  const printed = createTailBuffer(KEPT_BYTES);
  const keep = (chunk: Buffer) => printed.push(chunk);
  const began = Date.now();
  const program = startProgram(spec, { line() {}, overlong() {}, stdout: keep, stderr: keep });
  program.closeInput();
  const end = await endOrStop(program, AbortSignal.any([signal, timeLimit(config.round_timeout_ms)]));
  const calls = live?.end() ?? null;
  session?.close();
  return { round: await roundAfter(), stderr: printed.text(), calls };

  async function roundAfter(): Promise<RanRound['round']> {
    if (end === 'stopped')
      return signal.aborted
        ? { kind: 'cancelled' }
        : { kind: 'void', damage: [{ code: 'timeout', limit_ms: config.round_timeout_ms }] };
    if (end.kind === 'not_started')
      return { kind: 'void', damage: [{ code: 'not_started', message: errorMessage(end.message) }] };
    const words = end.signal === null ? `exit code ${end.code}` : `ended by ${end.signal}`;
    const ending = { code: end.code, words, output: printed.text() };
    const root = place.cwd.replaceAll('\\', '/');
    const files = (await newest?.written()) ?? (await filesAt(resultsFile, config.file ?? ''));
    const { results, rows, min_score } = config;
    return readResults(files, results, { root, began, ...(rows !== null && { rows }) }, { ending, min_score });
  }
}

const KEPT_BYTES = 64 * 1024;

/** No variable says which side runs: a test must not know whether it runs on main. */
function variablesOf(
  { number, seed, only, path }: RoundOrder,
  resultsFile: string,
): { readonly [name: string]: string } {
  return {
    AGENT_EVAL_ROUND: String(number),
    AGENT_EVAL_SEED: String(seed),
    AGENT_EVAL_RESULTS: resultsFile,
    ...(only !== null && { AGENT_EVAL_CASES: `${path}.cases` }),
    CI: 'true',
    DEEPEVAL_TELEMETRY_OPT_OUT: 'YES',
    // What passed only when it was tried again.
    PLAYWRIGHT_JUNIT_INCLUDE_RETRIES: '1',
    PROMPTFOO_DISABLE_TELEMETRY: '1',
  };
}

function commandOf({ run, run_cases }: SuiteAgentConfig, only: RoundOrder['only']): readonly string[] {
  return only === null || run_cases === null ? run : selecting(run_cases, only);
}

function selecting(command: readonly string[], only: NonNullable<RoundOrder['only']>): readonly string[] {
  const names = [...only.keys()];
  const named = command.flatMap((word) =>
    word.includes('{ids}')
      ? names.map((name) => word.replaceAll('{ids}', () => name))
      : [word.replaceAll('{list}', () => names.join(','))],
  );
  return withPattern(named, [...only.values()]);
}
