import { join, resolve } from 'node:path';
import { mergedShards } from '../measures/merge.ts';
import { startedAction } from '../measures/start-up.ts';
import { mailAnswers, mailSuite } from '../support/mail-suite.ts';
import { startServer } from '../support/model-server.ts';
import { modelSuite } from '../support/model-suite.ts';
import { type NotedCost, notedCost, notesCost } from '../support/noted-cost.ts';
import { amount } from '../support/repeats.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { watch } from '../support/watch.ts';

/** Something that both bundles do, each as a whole process. */
export interface Work {
  readonly name: string;
  /** How often each bundle does it; the first time of each is not counted. */
  readonly rounds: number;
  readonly start: () => Promise<AsyncDisposable & { readonly once: (dist: string) => Promise<NotedCost> }>;
}

const RECORDED = 1_000;
const LARGER = amount(3_000);
const LARGE = amount(10_000);

export const WORKS: readonly Work[] = [
  terminal('start: validate one case', 21, { ...mailSuite(1), 'recorded.jsonl': '' }, () => ['validate']),
  { name: 'start: the action with one trial', rounds: 9, start: startedAction },
  terminal('validate 10,000 cases, YAML', 5, { ...mailSuite(10_000, 'yaml'), 'recorded.jsonl': '' }, () => [
    'validate',
  ]),
  terminal(
    `run ${trials(RECORDED)} trials of a recorded agent`,
    5,
    { ...mailSuite(RECORDED), 'recorded.jsonl': lines(mailAnswers(RECORDED)) },
    (round) => ['run', '--quiet', '--output', `out-${round}`],
  ),
  compared(`compare ${trials(LARGER)} trials with as many`, 5, LARGER, 1),
  compared('decide 200 cases × 10 against five runs', 7, 200, 5),
  compared(`compare ${trials(LARGE)} trials with as many`, 3, LARGE, 1),
  modelTrials('1,000 trials of a built-in agent', 5, { cases: 100, concurrency: 20, latency_ms: 50 }),
  modelTrials('P2, trials of a built-in agent', 3, { cases: amount(1_000), concurrency: 50, latency_ms: 10 }),
  {
    name: `merge ${trials(LARGE)} trials over 8 shards`,
    rounds: 3,
    start: () => mergedShards(LARGE),
  },
];

/** A terminal command in a folder that both bundles share. */
function terminal(
  name: string,
  rounds: number,
  files: Readonly<Record<string, string>>,
  args: (round: number) => readonly string[],
): Work {
  return {
    name,
    rounds,
    start: async () => {
      const folder = await scratchFolder(files);
      let round = 0;
      return {
        once: (dist) => command(dist, args(round++), folder.path),
        [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
      };
    },
  };
}

/** Each bundle reads results that it wrote itself: what they look like is its own affair. */
function compared(name: string, rounds: number, cases: number, runs: number): Work {
  return {
    name,
    rounds,
    start: async () => {
      const folder = await scratchFolder({ ...mailSuite(cases), 'recorded.jsonl': lines(mailAnswers(cases)) });
      const stored = new Map<string, readonly string[]>();
      const store = async (dist: string) => {
        const outputs = Array.from({ length: runs + 1 }, (_, run) => join(folder.path, `${stored.size}-${run}`));
        for (const output of outputs) await command(dist, ['run', '--quiet', '--output', output], folder.path);
        stored.set(dist, outputs);
        return outputs;
      };
      return {
        once: async (dist) => {
          const [here, ...main] = stored.get(dist) ?? (await store(dist));
          const baseline = main.flatMap((output) => ['--baseline', join(output, 'results.json')]);
          return command(dist, ['compare', ...baseline, '--candidate', join(`${here}`, 'results.json')], folder.path);
        },
        [Symbol.asyncDispose]: folder[Symbol.asyncDispose],
      };
    },
  };
}

function modelTrials(
  name: string,
  rounds: number,
  load: { readonly cases: number; readonly concurrency: number; readonly latency_ms: number },
): Work {
  return {
    name,
    rounds,
    start: async () => {
      const folder = await scratchFolder(modelSuite({ ...load, trials: 10 }));
      const server = await startServer(load);
      const env = { OPENAI_API_KEY: 'bench', OPENAI_BASE_URL: server.openai };
      let run = 0;
      return {
        once: (dist) => command(dist, ['run', '--output', `out-${run++}`], folder.path, env),
        [Symbol.asyncDispose]: async () => {
          await server[Symbol.asyncDispose]();
          await folder[Symbol.asyncDispose]();
        },
      };
    },
  };
}

/** Ended well, red or open: what it decided isn't the matter here. */
async function command(
  dist: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<NotedCost> {
  const file = join(cwd, `cost-${process.pid}.json`);
  const ended = await watch(process.execPath, [resolve(dist, 'cli.js'), ...args], {
    cwd,
    env: { ...env, ...notesCost(file) },
  });
  if (![0, 1, 3].includes(ended.exit_code ?? 2))
    throw new Error(`${args[0]} ended with ${ended.exit_code}: ${ended.output.slice(0, 2000)}`);
  return notedCost(file);
}

function trials(cases: number): string {
  return (cases * 10).toLocaleString('en-US');
}

function lines(texts: Iterable<string>): string {
  return [...texts, ''].join('\n');
}
