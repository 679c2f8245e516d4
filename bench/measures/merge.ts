import { join } from 'node:path';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';
import { startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { pushEvent } from '#test/testing/github/payloads.ts';
import { runAction } from '#test/testing/github/runner.ts';
import type { FakeRun } from '#test/testing/github/state.ts';
import { addRun } from '#test/testing/github/state-builders.ts';
import { createRepository } from '#test/testing/github/workspace.ts';
import { DIST } from '../support/bundle.ts';
import { megabytes, seconds } from '../support/format.ts';
import { mailAnswers, mailSuite, TRIALS } from '../support/mail-suite.ts';
import { median } from '../support/median.ts';
import { type NotedCost, notedCost, notesCost } from '../support/noted-cost.ts';
import { repeats } from '../support/repeats.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import type { Row } from '../support/table.ts';

const CASES = 10_000;
const SHARDS = 8;
const RESULTS = 'agent-eval-results';
const RUNS = repeats(5);
const MOST_SECONDS = 20;
const MOST_MB = 500;

/** The action in mode merge as a process, on main: from the shards' artifacts to the merged one, against a GitHub on loopback. */
export async function merge(): Promise<readonly Row[]> {
  await using shards = await mergedShards();
  const costs: Merge[] = [];
  for (let attempt = 1; attempt <= RUNS; attempt += 1) costs.push(await shards.once(DIST));
  const of = (figure: (cost: Merge) => number) => median(costs.map(figure));
  const wall = of((cost) => cost.wall_ms);
  const peak = of((cost) => cost.peak_kb) / 1024;
  const work = `merge: ${(CASES * TRIALS) / 1000},000 trials over ${SHARDS} shards`;
  return [
    {
      work,
      figure: 'time',
      measured: seconds(wall),
      beside: `processor ${seconds(of((cost) => cost.cpu_ms))}`,
      mark: `≤ ${MOST_SECONDS} s`,
      met: wall <= MOST_SECONDS * 1000,
    },
    {
      work,
      figure: 'memory, peak',
      measured: megabytes(peak),
      beside: `merged artifact ${inMegabytes(of((cost) => cost.merged_bytes))} MB packed`,
      mark: `≤ ${MOST_MB} MB`,
      met: peak <= MOST_MB,
    },
  ];
}

interface Merge extends NotedCost {
  readonly wall_ms: number;
  readonly merged_bytes: number;
}

/** Shards that each bundle runs itself, before its first merge, and the action that merges them. */
export async function mergedShards(
  cases = CASES,
): Promise<AsyncDisposable & { readonly once: (dist: string) => Promise<Merge> }> {
  const repository = await createRepository({
    ...mailSuite(cases),
    'recorded.jsonl': [...mailAnswers(cases), ''].join('\n'),
  });
  const scratch = await scratchFolder();
  const fake = await startFakeGitHub();
  await adoptWorkspace(fake.state, repository);
  const head = await repository.head();
  const costFile = join(scratch.path, 'cost.json');
  const runs = new Map<string, FakeRun>();
  const job = (dist: string, run: FakeRun, inputs: Readonly<Record<string, string>>, env = {}) =>
    runAction({
      bundle: join(dist, 'index.js'),
      actionFile: join(dist, '..', 'action.yml'),
      workspace: repository.path,
      fake,
      event: pushEvent(fake.state, { after: head }),
      github: { runId: run.id, runAttempt: 1 },
      inputs,
      env,
      timeout: 120_000,
    });
  const withShards = async (dist: string) => {
    const run = addRun(fake.state, { headSha: head, status: 'in_progress', conclusion: null });
    for (let shard = 1; shard <= SHARDS; shard += 1) {
      const { exitCode, stdout } = await job(dist, run, { shard: `${shard}/${SHARDS}` });
      if (exitCode !== 0) throw new Error(`shard ${shard} ended with ${exitCode}: ${stdout}`);
    }
    runs.set(dist, run);
    return run;
  };
  return {
    once: async (dist) => {
      const run = runs.get(dist) ?? (await withShards(dist));
      // Whatever an earlier merge stored stands in the way of this one.
      const stored = fake.state.artifacts.findIndex(({ name }) => name === RESULTS);
      if (stored >= 0) fake.state.artifacts.splice(stored, 1);
      const result = await job(dist, run, { mode: 'merge' }, notesCost(costFile));
      if (result.outputs['trials'] !== String(cases * TRIALS))
        throw new Error(`the merge ended with ${result.exitCode}: ${result.stdout}`);
      const merged = fake.state.artifacts.find(({ name }) => name === RESULTS);
      const bytes = merged?.content.byteLength ?? Number.NaN;
      return { ...(await notedCost(costFile)), wall_ms: result.durationMs, merged_bytes: bytes };
    },
    [Symbol.asyncDispose]: async () => {
      await fake.close();
      await repository[Symbol.asyncDispose]();
      await scratch[Symbol.asyncDispose]();
    },
  };
}

function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
