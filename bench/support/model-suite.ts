import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLI } from './bundle.ts';
import { type Cost, succeeded, watch } from './watch.ts';

/** Trials of one model call each. */
export interface Load {
  readonly cases: number;
  readonly trials: number;
  readonly concurrency: number;
  readonly latency_ms: number;
}

/** A suite whose agent is a model with a prompt, asked one question a case. */
export function modelSuite({ cases, trials, concurrency }: Load): Readonly<Record<string, string>> {
  const entries = Array.from({ length: cases }, (_, index) => ({
    id: `case-${index}`,
    input: `question ${index}`,
    expect: { response: { contains: ['answer'] } },
  }));
  return {
    'evals/cases.json': JSON.stringify({ cases: entries }),
    'prompt.md': 'You are terse.',
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { openai: { model: 'bench-model', prompt: 'prompt.md' } },
      cases: ['evals/cases.json'],
      trials,
      concurrency,
    }),
  };
}

/** The whole `run` in a folder, its models at `openai`. */
export async function runSuite(folder: string, output: string, openai: string): Promise<Cost> {
  const env = { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: openai };
  return succeeded(await watch(process.execPath, [CLI, 'run', '--output', output], { cwd: folder, env }));
}

/** The same calls by the vendor's client alone. */
export async function runBare({ cases, trials, concurrency }: Load, openai: string): Promise<Cost> {
  const program = join(import.meta.dirname, '../programs/bare-openai.mjs');
  const args = [program, openai, ...[cases, trials, concurrency].map(String)];
  return succeeded(await watch(process.execPath, args, { cwd: import.meta.dirname }));
}

/** What a run's results say of its trials. */
export interface RanTrials {
  /** How many ended how. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** When the first one began and the last one ended, ms since 1970. */
  readonly from: number;
  readonly to: number;
}

/** The trials of a run in a folder. */
export async function ranTrials(folder: string, output: string): Promise<RanTrials> {
  const results: { readonly cases: readonly { readonly trials: readonly StoredTrial[] }[] } = JSON.parse(
    await readFile(join(folder, output, 'results.json'), 'utf8'),
  );
  const outcomes = new Map<string, number>();
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const { outcome, started_at, duration_ms } of results.cases.flatMap(({ trials }) => trials)) {
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const began = Date.parse(started_at);
    from = Math.min(from, began);
    to = Math.max(to, began + duration_ms);
  }
  return { outcomes, from, to };
}

interface StoredTrial {
  readonly outcome: string;
  readonly started_at: string;
  readonly duration_ms: number;
}
