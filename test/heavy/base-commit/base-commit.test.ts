import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createBaseCommit, type HeadSide } from '#commands/compose/base-commit.ts';
import { localBaseSource } from '#commands/compose/base-source.ts';
import { systemClock } from '#commands/terminal/clock.ts';
import { parseResults } from '#gate/baseline/results/parse-results.ts';
import type { BudgetCaps } from '#ports/ports.ts';
import { ANY_PROGRAMS } from '#process/programs.ts';
import { askBase } from '#runner/base-side/ask-base.ts';
import { loadSuite } from '#runner/load/load-suite.ts';
import { createBudget, NO_CAPS } from '#runner/trials/budget.ts';
import { workspaceFiles } from '#runner/workspace/files/workspace-files.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { program } from '#test/support/program.ts';
import { expectSaid } from '#test/support/said.ts';
import { inFolder } from '#test/support/scripted-suite.ts';
import { startGitServer } from '#test/testing/github/git-server.ts';
import { createRepository, type WorkspaceFiles } from '#test/testing/github/workspace.ts';
import { trialSeed } from '#trials/trial/plan-trials.ts';

const NODE = process.execPath;

/** Says what its prompt says, and where and for which seed. */
const AGENT = program('prompt-reader.mjs');

const CASES = ['refund', 'order', 'hello'].map((id) => ({
  id,
  input: id,
  expect: { response: { contains: ['well'] } },
}));

const SUITE: WorkspaceFiles = {
  'agent-eval.yml': configOf({}),
  'cases.json': JSON.stringify({ cases: CASES }),
  'agent.mjs': AGENT,
  'prompt.txt': 'all is well',
};

describe('the base commit', () => {
  test('runs its own agent on the ordered cases, graded as the candidate is', async () => {
    const world = await worldOf(SUITE, { 'prompt.txt': 'all is lost' });
    const results = await resultsOf(world, { refund: 3, hello: 2 });
    expect(results.cases.map(({ id, trials }) => [id, trials.map(({ outcome }) => outcome)])).toEqual([
      ['refund', ['passed', 'passed', 'passed']],
      ['hello', ['passed', 'passed']],
    ]);
    expect(results.run.side).toBe('confirm');
    expect(results.commit).toMatchObject({ sha: world.base, head_sha: null, pull_request: null });
    expect(results.cases.map(({ planned_trials }) => planned_trials)).toEqual([3, 2]);
    expect(results).toMatchObject({ complete: true, looks: [3], epoch: null, baseline_runs: [] });
    expect(parseResults(JSON.stringify(results))).toHaveProperty('results');
    expect(await readdir(world.temporary)).toEqual([]);
  });

  test('is asked the cases of the candidate, under its limits and with its own words', async () => {
    const added = { id: 'added', input: 'new', expect: { response: { contains: ['well'] } } };
    const world = await worldOf(
      {
        ...SUITE,
        'agent-eval.yml': configOf({
          agent: { command: [NODE, 'agent.mjs'], env: { FLAG: 'of base' } },
          limits: { trial_timeout: '50s' },
        }),
      },
      {
        'agent-eval.yml': configOf({ agent: { command: [NODE, 'other.mjs'] }, limits: { trial_timeout: '40s' } }),
        'cases.json': JSON.stringify({
          cases: [{ ...CASES[0], expect: { response: { contains: ['of base'] } } }, added],
        }),
        'agent.mjs': null,
        'other.mjs': '',
      },
    );
    const results = await resultsOf(world, { refund: 1, added: 1 });
    expect(results.cases.map(({ id, trials }) => [id, trials[0]?.outcome])).toEqual([
      ['refund', 'passed'],
      ['added', 'passed'],
    ]);
    expect(results.agent.conditions).toEqual(world.head.suite.conditions.values);
    expect(results.agent.treatment_hash).not.toBe(world.head.suite.treatment.hash);
  });

  test('lives in the same folder of the repository as the candidate', async () => {
    const world = await worldOf(
      inFolder('services/bot', SUITE),
      { 'services/bot/prompt.txt': 'lost' },
      { folder: 'services/bot' },
    );
    const results = await resultsOf(world, { refund: 1 });
    expect(results.cases[0]?.trials[0]?.outcome).toBe('passed');
  });

  test('is prepared by its own setup, in its own files', async () => {
    const agent = { command: [NODE, 'agent.mjs'], setup: ['echo yes > installed.txt'] };
    const cases = JSON.stringify({
      cases: [{ id: 'refund', input: 'x', expect: { response: { contains: ['installed'] } } }],
    });
    const world = await worldOf(
      { ...SUITE, 'agent-eval.yml': configOf({ agent }), 'cases.json': cases },
      { 'prompt.txt': 'lost' },
    );
    const results = await resultsOf(world, { refund: 1 });
    expect(results.cases[0]?.trials[0]?.outcome).toBe('passed');
    expect(await readdir(world.cwd)).not.toContain('installed.txt');
    expect(world.untrusted).toContainEqual([`base ${world.base.slice(0, 7)}: setup: echo yes > installed.txt`, '']);
  });

  test('is run with other packages where its own setup installs them', async () => {
    const agent = { command: [NODE, 'agent.mjs'], setup: ['echo yes > installed.txt'] };
    const files = { ...SUITE, 'agent-eval.yml': configOf({ agent }), 'requirements.txt': 'httpx==0.27\n' };
    const world = await worldOf(files, { 'requirements.txt': 'httpx==0.28\n' });
    expect((await resultsOf(world, { refund: 1 })).cases[0]?.trials[0]?.outcome).toBe('passed');
  });

  test.each([{ openai: { model: 'gpt-x' } }, { http: { url: 'http://127.0.0.1:9/', ready_timeout: '1s' } }])(
    'is asked whatever is installed where nothing of it runs here: %j',
    async (agent) => {
      const files = { ...SUITE, 'agent-eval.yml': configOf({ agent }), 'requirements.txt': 'httpx==0.27\n' };
      const world = await worldOf(files, { 'requirements.txt': 'httpx==0.28\n' });
      expect(await problemOf(world)).not.toContain('requirements.txt');
    },
  );

  test.each([true, false])(
    'is judged by its own checks, wherever it runs (beside the change: %s)',
    async (isBeside) => {
      const says = (words: string) =>
        `process.stdin.resume().on('end', () => console.log(JSON.stringify({ passed: true, score: 1, reason: '${words}' })));\n`;
      const checked = JSON.stringify({
        cases: [{ id: 'refund', input: 'x', expect: { custom: [{ command: [NODE, 'check.mjs'] }] } }],
      });
      const files = { ...SUITE, 'cases.json': checked, 'check.mjs': says('main') };
      const on = <World extends { readonly head: HeadSide }>(world: World) => ({
        ...world,
        head: { ...world.head, ...(isBeside ? {} : { workspace_files: null }) },
      });
      const same = await worldOf(files, { 'prompt.txt': 'lost' });
      await writeFile(join(same.cwd, 'check.mjs'), "throw new Error('a program of the change judges main');");
      const [record] = (await resultsOf(on(same), { refund: 1 })).cases;
      expect(record?.trials[0]?.checks).toMatchObject([{ name: 'custom', passed: true }]);

      const edited = on(await worldOf(files, { 'check.mjs': says('change') }));
      expect(await run(edited, { refund: 1 })).toEqual({
        problem:
          "main's side could not be kept apart: the change edits the checks of refund, and they don't judge main",
        doubts: [{ kind: 'checks_edited', cases: ['refund'] }],
      });
    },
  );

  test('is given seeds of its own, which the candidate does not have', async () => {
    const world = await worldOf(SUITE, { 'prompt.txt': 'lost' });
    const [record] = (await resultsOf(world, { refund: 2 })).cases;
    const of = (side: 'confirm' | 'candidate', tree: string) =>
      [1, 2].map((index) => trialSeed({ tree, side, case_id: 'refund', index }));
    const seeds = record?.trials.map(({ seed }) => seed);
    expect(seeds).toEqual(of('confirm', world.base));
    expect(seeds).not.toEqual(of('candidate', world.base));
  });

  test('is fetched from the server on GitHub', async () => {
    const world = await worldOf(SUITE, { 'prompt.txt': 'lost' });
    await using server = await startGitServer(world.path, 'ghs_token');
    const remote = { ...world.source, commits: { kind: 'remote', url: server.url, token: 'ghs_token' } as const };
    const results = await resultsOf({ ...world, source: remote }, { refund: 1 });
    expect(results.cases[0]?.trials[0]?.outcome).toBe('passed');
    const same = await createBaseCommit(remote, world.request, world.head).run({
      sha: world.headSha,
      from: new Map(),
      to: new Map(),
    });
    expect(same).toEqual({ problem: 'it is the commit that was evaluated' });
  });
});

describe('a base commit that can not be run says why, and leaves nothing behind', () => {
  test('by what stands in it and in the change, and by caps', () => {
    /** A config is written by the keys that it has besides those of any other. */
    const asFiles = (files: Readonly<Record<string, string | object | null>> = {}): WorkspaceFiles =>
      Object.fromEntries(
        Object.entries(files).map(([file, is]) => [file, is === null || typeof is === 'string' ? is : configOf(is)]),
      );
    return expectSaid(new URL('golden/problems.txt', import.meta.url), async (text) => {
      const { base, head, caps = {} } = parse(text);
      const all = Object.entries({ ...SUITE, ...asFiles(base) }).filter(([, is]) => is !== null);
      return [await problemOf(await worldOf(Object.fromEntries(all), asFiles(head), { caps }))];
    });
  });

  test('what its setup says is shown', async () => {
    const agent = { command: [NODE, 'agent.mjs'], setup: ['echo no such thing; exit 3'] };
    const world = await worldOf({ ...SUITE, 'agent-eval.yml': configOf({ agent }) }, { 'prompt.txt': 'lost' });
    await problemOf(world);
    expect(world.untrusted).toContainEqual([expect.stringMatching(/^base [0-9a-f]{7}: setup: /), 'no such thing\n']);
  });

  test('its config is a link that leads out of it', async () => {
    const world = await worldOf(SUITE, {});
    await rm(join(world.cwd, 'agent-eval.yml'));
    await symlink('/etc/hostname', join(world.cwd, 'agent-eval.yml'));
    await world.git('add', '--all');
    await world.git('commit', '--quiet', '--message=link');
    const linked = await world.git('rev-parse', 'HEAD');
    expect(await problemOf({ ...world, base: linked })).toMatch(/is outside the workspace/);
  });

  test('its agent would be handed a real key', async () => {
    const agent = { command: [NODE, 'agent.mjs'], record: true };
    const world = await worldOf({ ...SUITE, 'agent-eval.yml': configOf({ agent }) }, { 'prompt.txt': 'lost' });
    const request = {
      ...world.request,
      access: {
        ...world.request.access,
        pass_env: ['OPENAI_API_KEY'],
        environment: { ...world.request.access.environment, OPENAI_API_KEY: 'sk-real-0123456789' },
      },
    };
    expect(await problemOf({ ...world, request })).toMatch(
      /^pass-env: OPENAI_API_KEY would give the agent the real key/,
    );
  });

  test('nothing is left of the budget', async () => {
    const world = await worldOf(SUITE, { 'prompt.txt': 'lost' }, { caps: { max_tokens: 5 } });
    const usage = { input_tokens: 5, output_tokens: 5, total_tokens: 10, cost_usd: null, estimated: false };
    world.head.budget.spend(usage);
    expect(await problemOf(world)).toBe('max-tokens 5 is reached: 10 tokens used');
  });

  test('none of its trials comes to an answer: that tells of what is not installed, not of main', async () => {
    const errorEvent = "{ id: turn.id, type: 'error', kind: 'agent', message: 'no module named tools' }";
    const broken = AGENT.replace(/\{ id: turn\.id.*\} \}/, errorEvent);
    const world = await worldOf({ ...SUITE, 'agent.mjs': broken }, { 'agent.mjs': AGENT });
    const base = createBaseCommit(world.source, world.request, world.head);
    const question = {
      sha: world.base,
      trials: new Map([
        ['refund', 3],
        ['order', 3],
      ]),
      made: null,
      earlier: null,
      agent_key: '',
    };
    const ports = { base, progress: world.head.progress, signal: world.request.signal };
    // More trials follow those of a first turn, so that they alone prove nothing.
    expect(await askBase({ ...question, must_answer: false }, ports)).toHaveProperty('results');
    const answer = await askBase({ ...question, must_answer: true }, ports).finally(() => base.close());
    expect(answer).toHaveProperty(
      'problem',
      "its agent answered in none of 6 trials (the agent reported an error: no module named tools); agent.setup must provide what it needs; it runs in an empty home folder, without what earlier steps left in the job's home",
    );
    expect(await readdir(world.temporary)).toEqual([]);
  });

  test('the run was cancelled', async () => {
    const world = await worldOf(SUITE, { 'prompt.txt': 'lost' });
    expect(await problemOf({ ...world, request: { ...world.request, signal: AbortSignal.abort() } })).toBe(
      'the run was aborted',
    );
  });

  test('the commit is not known', async () => {
    const world = await worldOf(SUITE, { 'prompt.txt': 'lost' });
    expect(await problemOf({ ...world, base: 'c'.repeat(40) })).toMatch(
      /^commit ccccccc is not in this repository; fetch it first/,
    );
    const base = createBaseCommit(world.source, world.request, world.head);
    expect(await base.run({ sha: null, from: new Map(), to: new Map() })).toEqual({
      problem: 'the base commit of this change is not known',
    });
  });
});

function configOf(keys: object): string {
  const agent = { command: [NODE, 'agent.mjs'] };
  return JSON.stringify({ version: 1, agent, cases: ['cases.json'], trials: 2, concurrency: 2, ...keys });
}

/** A repository with a base commit and a head that is checked out and loaded, and a run in it that is over. */
async function worldOf(
  baseFiles: WorkspaceFiles,
  changes: WorkspaceFiles,
  { folder = '', caps = {} }: { readonly folder?: string; readonly caps?: Partial<BudgetCaps> } = {},
) {
  const repository = await createRepository(baseFiles);
  const temporary = newFolder('base-run');
  onTestFinished(async () => {
    await repository[Symbol.asyncDispose]();
  });
  const base = await repository.head();
  const headSha = await repository.commit('head', changes);
  const cwd = join(repository.path, folder);
  await mkdir(cwd, { recursive: true });
  const loaded = await loadSuite(workspaceFiles(repository.path, cwd, 'agent-eval.yml'), 'agent-eval.yml', {
    ids: [],
    tags: [],
  });
  if ('issues' in loaded) expect.fail(JSON.stringify(loaded.issues));
  const source = await localBaseSource(cwd);
  if (source === null) expect.fail('no repository');
  const untrusted: (readonly [string, string])[] = [];
  const environment = { PATH: process.env['PATH'] ?? '' };
  return {
    path: repository.path,
    commit: repository.commit,
    git: repository.git,
    temporary,
    cwd,
    base,
    headSha,
    source,
    untrusted,
    request: {
      folders: { config_path: 'agent-eval.yml' },
      facts: {
        tool: { name: 'agent-eval-action', version: '0.0.0' },
        repository: null,
        commit: { sha: headSha, ref: null, head_sha: null, base_sha: null, pull_request: null },
        run: { id: null, attempt: 1, event: null, workflow: null, key: null, side: 'candidate' as const },
      },
      access: {
        environment: { ...environment, RUNNER_TEMP: temporary },
        pass_env: [] as readonly string[],
        allowed_hosts: [],
        hide() {},
      },
      signal: AbortSignal.timeout(300_000),
    },
    head: {
      suite: loaded.suite,
      side: 'base' as const,
      workspace_files: workspaceFiles(repository.path, cwd, 'agent-eval.yml'),
      programs: ANY_PROGRAMS,
      budget: createBudget({ ...NO_CAPS, ...caps }, systemClock),
      progress: {
        start() {},
        begins() {},
        trial() {},
        note() {},
        warn() {},
        untrusted: (title: string, text: string) => void untrusted.push([title, text]),
        stop() {},
      },
      redact: (text: string) => text,
    },
  };
}

type World = Awaited<ReturnType<typeof worldOf>>;
type Run = Pick<World, 'request' | 'base' | 'temporary'> & {
  readonly head: Parameters<typeof createBaseCommit>[2];
  readonly source: Parameters<typeof createBaseCommit>[0];
};

/** One order, after which the side is closed. */
async function run({ source, request, head, base }: Run, trials: Readonly<Record<string, number>>) {
  const side = createBaseCommit(source, request, head);
  const order = { sha: base, from: new Map(), to: new Map(Object.entries(trials)) };
  return side.run(order).finally(() => side.close());
}

async function resultsOf(world: Run, trials: Readonly<Record<string, number>>) {
  const answer = await run(world, trials);
  if ('problem' in answer) expect.fail(answer.problem);
  return answer.results;
}

async function problemOf(world: Run): Promise<string> {
  const answer = await run(world, { refund: 3, order: 3 });
  if ('results' in answer) expect.fail('it was run');
  expect(await readdir(world.temporary)).toEqual([]);
  return answer.problem;
}
