import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Recorder } from '#adapters/models/ports.ts';
import type { ModelCall } from '#adapters/models/wire/model-call.ts';
import { createDeferred } from '#adapters/process/deferred.ts';
import { type ProgramEnd, type ProgramSpec, startProgram } from '#adapters/process/program.ts';
import { createTailBuffer } from '#adapters/process/tail-buffer.ts';
import type { SuiteAgentConfig } from '#domain/config/config.ts';
import type { RowsPlace } from '#domain/rows/row.ts';
import { type Round, roundOf } from '#domain/rows/whole-round.ts';
import { recordedSpec } from '../command/recorded-spec.ts';
import { readResults } from './read-results.ts';

/** One round to run. */
export interface RoundOrder {
  /** From 1. */
  readonly number: number;
  readonly seed: number;
  /** Names of the tests to run; `null`: all. */
  readonly names: readonly string[] | null;
  /** A path where nothing is yet. */
  readonly path: string;
}

/** A round with what its programs left behind; `not_started`: they can't start; `cancelled`: they were stopped. */
export interface RanRound {
  readonly round: Round | { readonly kind: 'cancelled' } | { readonly kind: 'not_started'; readonly message: string };
  /** End of standard error and output; untrusted. */
  readonly stderr: string;
  readonly took_ms: number;
  /** What the recorder saw; `null`: nobody recorded. */
  readonly calls: readonly Pick<ModelCall, 'fault' | 'usage'>[] | null;
}

/** Where rounds run. */
export interface RoundPlace extends Omit<ProgramSpec, 'command'> {
  readonly recorder: Recorder | null;
}

/** Runs the runner once and reads what it wrote. Whatever its exit code: runners end with 0 and with 1 on both good and bad days. */
export async function runRound(
  config: SuiteAgentConfig,
  order: RoundOrder,
  { recorder, ...place }: RoundPlace,
  signal: AbortSignal,
): Promise<RanRound> {
  const written = config.file === null ? order.path : join(place.cwd, config.file);
  if (config.file !== null) await removeOld(written);
  const session = config.record === null || recorder === null ? null : await recorder.open();
  const live = session?.begin({
    attempt: { trial: { case_id: 'round', index: order.number } },
    turn: 1,
    max_steps: null,
  });
  const spec = recordedSpec(
    {
      ...place,
      command: commandOf(config, order),
      environment: { ...place.environment, ...variablesOf(order, written) },
    },
    { models: session, mcp: null },
  );
  const [began, began_at] = [performance.now(), Date.now()];
  const { end, stderr } = await runToEnd(spec, config.round_timeout_ms, signal);
  const took_ms = performance.now() - began;
  const calls = live?.end() ?? null;
  session?.close();
  const round = await roundAfter(end, config, written, { root: place.cwd.replaceAll('\\', '/'), began: began_at });
  return { round, stderr, took_ms, calls };
}

/** An old file must never be read as this round's. Of a folder, only plain files go, and nothing below. */
async function removeOld(path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => null);
  if (entries === null) return rm(path, { force: true });
  for (const entry of entries) if (entry.isFile()) await rm(join(path, entry.name), { force: true });
}

type End = ProgramEnd | { readonly kind: 'timeout' } | { readonly kind: 'cancelled' };

async function roundAfter(
  end: End,
  { results, round_timeout_ms, min_score }: SuiteAgentConfig,
  written: string,
  place: RowsPlace,
): Promise<RanRound['round']> {
  switch (end.kind) {
    case 'cancelled':
      return end;
    case 'not_started':
      return { kind: 'not_started', message: end.message };
    case 'timeout':
      return { kind: 'void', damage: [{ code: 'timeout', limit_ms: round_timeout_ms }] };
    case 'exited': {
      const exit = end.signal === null ? `exit code ${end.code}` : `ended by ${end.signal}`;
      return roundOf(await readResults(written, results, place, exit), min_score);
    }
  }
}

async function runToEnd(
  spec: ProgramSpec,
  limit_ms: number,
  signal: AbortSignal,
): Promise<{ readonly end: End; readonly stderr: string }> {
  if (signal.aborted) return { end: { kind: 'cancelled' }, stderr: '' };
  const said = createTailBuffer(KEPT_BYTES);
  const program = startProgram(spec, {
    line: () => {},
    stdout: (chunk) => said.push(chunk),
    stderr: (chunk) => said.push(chunk),
    overlong: () => {},
  });
  program.closeInput();
  const patience = AbortSignal.any([signal, AbortSignal.timeout(limit_ms)]);
  const stopped = createDeferred<null>();
  patience.addEventListener('abort', () => stopped.resolve(null), { once: true });
  const end = await Promise.race([program.ended, stopped.promise]);
  if (end === null) await program.stop(TERM_GRACE_MS);
  return { end: end ?? { kind: signal.aborted ? 'cancelled' : 'timeout' }, stderr: said.text() };
}

const KEPT_BYTES = 64 * 1024;
const TERM_GRACE_MS = 300;

/** No variable says which side runs: a test must not know whether it runs on main. */
function variablesOf({ number, seed }: RoundOrder, written: string): { readonly [name: string]: string } {
  return {
    AGENT_EVAL_ROUND: String(number),
    AGENT_EVAL_SEED: String(seed),
    AGENT_EVAL_RESULTS: written,
    CI: 'true',
    DEEPEVAL_TELEMETRY_OPT_OUT: 'YES',
    PROMPTFOO_DISABLE_TELEMETRY: '1',
  };
}

function commandOf({ run, run_cases, results }: SuiteAgentConfig, { names, path }: RoundOrder): readonly string[] {
  const command =
    names === null || run_cases === null ? run : run_cases.flatMap((word) => selected(word, names, results));
  return command.map((word) => word.replaceAll('{results}', () => path));
}

function selected(word: string, names: readonly string[], results: SuiteAgentConfig['results']): readonly string[] {
  if (word.includes('{ids}')) return names.map((name) => word.replaceAll('{ids}', () => name));
  return [word.replaceAll('{list}', () => names.join(',')).replaceAll('{pattern}', () => patternOf(names, results))];
}

/** Vitest joins the names of describes and tests by ` > ` or by a space, as its version will, and knows nothing of the file. */
function patternOf(names: readonly string[], results: SuiteAgentConfig['results']): string {
  const escaped = names.map((name) => {
    const steps = name.split(' > ').map((step) => step.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
    return results === 'vitest' ? steps.slice(1).join('(?: >)? ') : steps.join(' > ');
  });
  return `^(?:${[...new Set(escaped)].join('|')})$`;
}
