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
  const written = Array.from({ length: cases }, (_, index) => ({
    id: `case-${index}`,
    input: `question ${index}`,
    expect: { response: { contains: ['answer'] } },
  }));
  return {
    'evals/cases.json': JSON.stringify({ cases: written }),
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

/** How many trials of a run ended how. */
export async function outcomes(folder: string, output: string): Promise<ReadonlyMap<string, number>> {
  const results: { readonly cases: readonly { readonly trials: readonly { readonly outcome: string }[] }[] } =
    JSON.parse(await readFile(join(folder, output, 'results.json'), 'utf8'));
  const counts = new Map<string, number>();
  for (const { outcome } of results.cases.flatMap(({ trials }) => trials))
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}
