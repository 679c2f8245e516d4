import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { workspaceFiles } from '#adapters/workspace/files/workspace-files.ts';
import { loadSuite } from '#application/load/load-suite.ts';
import { collectResults } from '#application/results/collect-results.ts';
import { resultsText } from '#domain/baseline/results/results-text.ts';
import type { LoadedSuite } from '#domain/config/loaded-suite.ts';
import { seededRandom } from '#domain/statistics/seeded-random.ts';
import { casesOfShard } from '#domain/suite/selection/shard.ts';
import type { TrialRecord } from '#domain/trial/trial-record.ts';
import { TOOL } from '#entry/tool.ts';
import { adoptWorkspace } from '#test/support/github/adopt-workspace.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/support/github/fake-github.ts';
import { pushEvent } from '#test/support/github/payloads.ts';
import { runAction } from '#test/support/github/runner.ts';
import type { FakeRun } from '#test/support/github/state.ts';
import { addArtifact, addRun, WORKFLOW_PATH } from '#test/support/github/state-builders.ts';
import { createRepository, type Workspace } from '#test/support/github/workspace.ts';
import { resultsArchive } from '#test/support/stored-artifact.ts';
import { ACTION } from '../support/bundle.ts';
import { megabytes, seconds } from '../support/format.ts';
import { median } from '../support/median.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import type { Row } from '../support/table.ts';

const CASES = 10_000;
const TRIALS = 10;
const SHARDS = 8;
const RUNS = 5;
const MOST_SECONDS = 20;
const MOST_MB = 500;
const PRELOAD = join(import.meta.dirname, '../programs/note-cost.mjs');

/** The action in mode merge as a process, on main: from the shards' artifacts to the merged one, against a GitHub on loopback. */
export async function merge(): Promise<readonly Row[]> {
  await using repository = await createRepository(suiteFiles());
  await using scratch = await scratchFolder();
  const fake = await startFakeGitHub();
  try {
    await adoptWorkspace(fake.state, repository);
    const head = await repository.head();
    const run = addRun(fake.state, { headSha: head, status: 'in_progress', conclusion: null });
    const stored = await storeShards(fake, run, repository);
    const costFile = join(scratch.path, 'cost.json');
    const costs: Merge[] = [];
    for (let attempt = 1; attempt <= RUNS; attempt += 1) {
      const result = await runAction({
        bundle: ACTION,
        actionFile: resolve('action.yml'),
        workspace: repository.path,
        fake,
        event: pushEvent(fake.state, { after: head }),
        github: { runId: run.id, runAttempt: 1 },
        inputs: { mode: 'merge' },
        env: { NODE_OPTIONS: `--import ${PRELOAD}`, COST_FILE: costFile },
        timeout: 120_000,
      });
      if (result.outputs['verdict'] !== 'pass' || result.outputs['trials'] !== String(CASES * TRIALS))
        throw new Error(`the merge ended with ${result.exitCode}: ${result.stdout}`);
      const noted: Pick<Merge, 'peak_kb' | 'cpu_ms'> = JSON.parse(await readFile(costFile, 'utf8'));
      costs.push({ ...noted, wall_ms: result.durationMs });
    }
    const merged = fake.state.artifacts.find(({ name }) => name === 'agent-eval-results');
    const of = (figure: (cost: Merge) => number) => median(costs.map(figure));
    const wall = of((cost) => cost.wall_ms);
    const peak = of((cost) => cost.peak_kb) / 1024;
    const work = `merge: ${(CASES * TRIALS) / 1000},000 trials over ${SHARDS} shards`;
    return [
      {
        work,
        figure: 'time',
        measured: seconds(wall),
        beside: `processor ${seconds(of((cost) => cost.cpu_ms))}; shards ${stored.text} MB of JSON, ${stored.zip} MB packed`,
        mark: `≤ ${MOST_SECONDS} s`,
        met: wall <= MOST_SECONDS * 1000,
      },
      {
        work,
        figure: 'memory, peak',
        measured: megabytes(peak),
        beside: `merged artifact ${inMegabytes(merged?.content.byteLength ?? 0)} MB packed`,
        mark: `≤ ${MOST_MB} MB`,
        met: peak <= MOST_MB,
      },
    ];
  } finally {
    await fake.close();
  }
}

interface Merge {
  readonly wall_ms: number;
  readonly cpu_ms: number;
  readonly peak_kb: number;
}

function suiteFiles(): Readonly<Record<string, string>> {
  const cases = Array.from({ length: CASES }, (_, i) => ({
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
    const results = resultsOfShard(loaded.suite, shard, run, random);
    const content = resultsArchive(results);
    text += results.length;
    zip += content.byteLength;
    addArtifact(fake.state, { runId: run.id, name: `agent-eval-results-shard-${index}`, content });
  }
  return { text: inMegabytes(text), zip: inMegabytes(zip) };
}

function resultsOfShard(
  suite: LoadedSuite,
  shard: { readonly index: number; readonly of: number },
  run: FakeRun,
  random: () => number,
): string {
  const cases = casesOfShard(suite.cases, shard);
  const records = new Map(
    cases.map(({ id }) => [id, Array.from({ length: TRIALS }, (_, i) => trial(id, i + 1, random))]),
  );
  const execution = { records, cancelled: false, exhausted: null, unavailable: null };
  const plan = { looks: [TRIALS], look: TRIALS, planned: new Map(), appended: false, baseline_runs: [], epoch: null };
  const results = collectResults({ ...suite, cases }, execution, plan, factsOf(run, shard), {
    created_at: '2026-01-01T00:00:00.000Z',
    finished_at: '2026-01-01T00:10:00.000Z',
  });
  return resultsText(results).text;
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

/** A trial with all that a recorded agent's trials have; one in ten fails. */
function trial(id: string, index: number, random: () => number): TrialRecord {
  const failed = random() < 0.1;
  const hash = (what: string) => createHash('sha256').update(`${what} ${id} ${index}`).digest('hex');
  const check = (name: string, reason: string) => ({
    id: name,
    name,
    turn: null,
    passed: true,
    score: 1,
    code: null,
    reason,
  });
  const args = check('tools.args', '2 of 2 expected calls matched by name and arguments');
  return {
    index,
    outcome: failed ? 'failed' : 'passed',
    tool_recall: failed ? 0.5 : 1,
    tool_precision: 1,
    tool_f1: failed ? 2 / 3 : 1,
    parameter_accuracy: 1,
    phrase_recall: 1,
    task_success: failed ? 0 : 1,
    turn_pass_rate: null,
    retrieval_accuracy: null,
    tools_ok: !failed,
    response_ok: true,
    completed: true,
    usage: {
      input_tokens: 600 + Math.floor(100 * random()),
      output_tokens: 20,
      total_tokens: 620 + Math.floor(100 * random()),
      cost_usd: random() / 1000,
      models: ['gpt-4.1-mini'],
    },
    latency_ms: 300 + 1000 * random(),
    steps: 2,
    error: null,
    failure: failed ? { kind: 'check', message: 'tools.args' } : null,
    checks: [
      check('tools.present', '2 of 2 expected calls made by name'),
      failed
        ? { ...args, passed: false, score: 0.5, code: 'wrong_value', reason: 'order: expected "A-17", is "A-71"' }
        : args,
      check('response.contains', '1 of 1 phrase found'),
    ],
    source: 'live',
    run_attempt: 1,
    look: 1,
    seed: Math.floor(2 ** 31 * random()),
    started_at: '2026-01-01T00:00:00.000Z',
    duration_ms: 4000 * random(),
    wait_ms: 60 * random(),
    tries: 1,
    output_hash: hash('output'),
    tools_hash: hash('tools'),
    response_ids_hash: hash('ids'),
    trajectory: `${id}#${index}`,
    trajectory_state: 'complete',
  };
}

function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
