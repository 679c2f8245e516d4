import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { otlpEndpoint } from '#adapters/telemetry/otlp-endpoint.ts';
import { fileTrajectories } from '#adapters/workspace/baselines/file-baselines.ts';
import type { NamedResults } from '#domain/baseline/results/tables.ts';
import { TRAJECTORIES_FILE } from '#domain/baseline/results/trajectories-file.ts';
import { errorMessage } from '#domain/error-message.ts';
import type { JsonObject } from '#domain/json.ts';
import { exportOfTrials, type StoredTrial } from '#domain/traces/export/spans-of-trial.ts';
import { parseTrajectoryLine } from '#domain/trial/stored-trajectory.ts';
import { plural } from '#domain/words.ts';
import { TOOL } from '#entry/tool.ts';
import { errorCode } from './error-code.ts';
import { safeJson } from './print-json.ts';
import { say } from './say.ts';

/** Trials in one request; a trajectory has at most 256 KB. */
const BATCH = 20;

/**
 * Writes the trials of runs as traces: to standard output (`-`), to the endpoint of the environment (`endpoint`), or to a new
 * file. Never throws; returns why not all are written, a sentence, or `null`.
 */
export async function exportOtlp(runs: readonly NamedResults[], target: string): Promise<string | null> {
  const sink = await openSink(target);
  if ('problem' in sink) return sink.problem;
  let written = 0;
  let problem: string | null = null;
  for await (const batch of batches(runs)) {
    problem = await sink.send(exportOfTrials(batch, TOOL));
    if (problem !== null) break;
    written += batch.length;
  }
  await sink.close(problem === null);
  if (problem !== null) return `${sink.shown}: ${problem}; ${plural(written, 'trial')} written before`;
  say(
    `${plural(written, 'trial')} of ${plural(runs.length, 'run')} as traces${target === '-' ? '' : ` in ${sink.shown}`}`,
  );
  return null;
}

interface Sink {
  readonly shown: string;
  readonly send: (request: JsonObject) => Promise<string | null>;
  readonly close: (whole: boolean) => Promise<void>;
}

async function openSink(target: string): Promise<Sink | { readonly problem: string }> {
  if (target === 'endpoint') {
    const endpoint = otlpEndpoint(process.env);
    return 'problem' in endpoint ? endpoint : { ...endpoint, close: async () => {} };
  }
  if (target === '-') {
    const send: Sink['send'] = async (request) => {
      process.stdout.write(`${safeJson(request)}\n`);
      return null;
    };
    return { shown: 'standard output', send, close: async () => {} };
  }
  try {
    const file = await open(target, 'wx');
    return {
      shown: target,
      send: (request) => file.write(`${safeJson(request)}\n`).then(() => null, errorMessage),
      close: async (whole) => {
        await file.close();
        if (!whole) await rm(target, { force: true });
      },
    };
  } catch (error) {
    const code = errorCode(error);
    return {
      problem:
        code === 'EEXIST'
          ? `${target} exists; remove it, or name another file`
          : `${target} can't be written (${code})`,
    };
  }
}

async function* batches(runs: readonly NamedResults[]): AsyncGenerator<readonly StoredTrial[]> {
  let batch: StoredTrial[] = [];
  for (const run of runs)
    for await (const trial of trialsOf(run)) {
      batch.push(trial);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  if (batch.length > 0) yield batch;
}

/** Those with a stored trajectory in the order of its file, then the others. */
async function* trialsOf({ file, results }: NamedResults): AsyncGenerator<StoredTrial> {
  const open = new Map(
    results.cases.flatMap((item) =>
      item.trials.map((trial): [string, StoredTrial] => [
        `${item.id}#${trial.index}`,
        { results, item, trial, line: null },
      ]),
    ),
  );
  try {
    for await (const text of fileTrajectories({ place: join(dirname(file), TRAJECTORIES_FILE) })) {
      const line = parseTrajectoryLine(text);
      const stored = line === null ? undefined : open.get(line.id);
      if (line === null || stored === undefined) continue;
      open.delete(line.id);
      yield { ...stored, line };
    }
  } catch (error) {
    say(`${file}: its trajectories ${errorMessage(error)}; its traces hold no messages`);
  }
  yield* open.values();
}
