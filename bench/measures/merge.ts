import { join } from 'node:path';
import { casesOfShard } from '#cases/suite/selection/shard.ts';
import { TOOL } from '#commands/tool.ts';
import { resultsText } from '#gate/baseline/results/results-text.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { seededRandom } from '#statistics/seeded-random.ts';
import { resultsArchive } from '#test/support/stored-artifact.ts';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { pushEvent } from '#test/testing/github/payloads.ts';
import { runAction } from '#test/testing/github/runner.ts';
import type { FakeRun } from '#test/testing/github/state.ts';
import { addArtifact, addRun, WORKFLOW_PATH } from '#test/testing/github/state-builders.ts';
import { createRepository, type Workspace } from '#test/testing/github/workspace.ts';
import { DIST } from '../support/bundle.ts';
import { megabytes, seconds } from '../support/format.ts';
import { median } from '../support/median.ts';
import { type NotedCost, notedCost, notesCost } from '../support/noted-cost.ts';
import { repeats } from '../support/repeats.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { storedResults } from '../support/stored-results.ts';
import type { Row } from '../support/table.ts';

const CASES = 10_000;
const TRIALS = 10;
const SHARDS = 8;
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
      beside: `processor ${seconds(of((cost) => cost.cpu_ms))}; shards ${shards.stored.text} MB of JSON, ${shards.stored.zip} MB packed`,
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

/** Stored shards, and the action that merges them. */
export async function mergedShards(cases = CASES): Promise<
  AsyncDisposable & {
    readonly stored: { readonly text: string; readonly zip: string };
    readonly once: (dist: string) => Promise<Merge>;
  }
> {
  const repository = await createRepository(suiteFiles(cases));
  const scratch = await scratchFolder();
  const fake = await startFakeGitHub();
  await adoptWorkspace(fake.state, repository);
  const head = await repository.head();
  const run = addRun(fake.state, { headSha: head, status: 'in_progress', conclusion: null });
  const costFile = join(scratch.path, 'cost.json');
  return {
    stored: await storeShards(fake, run, repository),
    once: async (dist) => {
      const result = await runAction({
        bundle: join(dist, 'index.js'),
        actionFile: join(dist, '..', 'action.yml'),
        workspace: repository.path,
        fake,
        event: pushEvent(fake.state, { after: head }),
        github: { runId: run.id, runAttempt: 1 },
        inputs: { mode: 'merge' },
        env: notesCost(costFile),
        timeout: 120_000,
      });
      if (result.outputs['verdict'] !== 'pass' || result.outputs['trials'] !== String(cases * TRIALS))
        throw new Error(`the merge ended with ${result.exitCode}: ${result.stdout}`);
      const merged = fake.state.artifacts.find(({ name }) => name === 'agent-eval-results');
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

function suiteFiles(count: number): Readonly<Record<string, string>> {
  const cases = Array.from({ length: count }, (_, i) => ({
    id: `mail-${i}`,
    input: `Mail number ${i}: where is my parcel?`,
    tags: ['mail', `part-${i % 10}`],
    expect: { tools: ['look_up', 'answer'], response: { contains: ['parcel'] } },
  }));
  return {
    'agent-eval.yml': JSON.stringify({
      version: 1,
      agent: { command: ['node', 'agent.mjs'] },
      cases: ['cases.json'],
      trials: TRIALS,
    }),
    'cases.json': JSON.stringify({ cases }),
    'agent.mjs': '',
  };
}

/** As the jobs of the shards would have stored them. */
async function storeShards(
  fake: FakeGitHub,
  run: FakeRun,
  repository: Workspace,
): Promise<{ readonly text: string; readonly zip: string }> {
  const loaded = await loadSuite(workspaceFiles(repository.path, repository.path, 'agent-eval.yml'), 'agent-eval.yml', {
    ids: [],
    tags: [],
  });
  if ('issues' in loaded) throw new Error(JSON.stringify(loaded.issues));
  const random = seededRandom(7);
  let text = 0;
  let zip = 0;
  for (let index = 1; index <= SHARDS; index += 1) {
    const shard = { index, of: SHARDS };
    const results = resultsText(
      storedResults(
        { ...loaded.suite, cases: casesOfShard(loaded.suite.cases, shard) },
        TRIALS,
        factsOf(run, shard),
        random,
      ),
    ).parts.join('');
    const content = resultsArchive(results);
    text += results.length;
    zip += content.byteLength;
    addArtifact(fake.state, { runId: run.id, name: `agent-eval-results-shard-${index}`, content });
  }
  return { text: inMegabytes(text), zip: inMegabytes(zip) };
}

function factsOf({ id, headSha }: FakeRun, shard: { readonly index: number; readonly of: number }) {
  return {
    tool: TOOL,
    repository: null,
    commit: { sha: headSha, ref: 'refs/heads/main', head_sha: null, base_sha: null, pull_request: null },
    run: {
      id: String(id),
      attempt: 1,
      event: 'push',
      workflow: WORKFLOW_PATH,
      key: null,
      side: 'baseline',
      shard: { ...shard, stopped: null },
    },
  } as const;
}

function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
