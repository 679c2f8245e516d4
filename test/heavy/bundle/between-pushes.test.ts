/** A push keeps the branch's own trials of cases that nothing since its last run can reach. What saves a trial must not hide a change. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { caseIds, driftingSuite, it as itDrifting, newestResults, prompt } from '#test/support/drifting-suite.ts';
import { comment, it, type RunOptions, type Scene } from '#test/support/scene.ts';
import { agent, scriptedSuite, TRACE } from '#test/support/scripted-suite.ts';
import { RESULTS_ARTIFACT, rewriteStored } from '#test/support/stored-artifact.ts';
import { sample } from '#test/support/tries.ts';
import { labelledEvent } from '#test/testing/github/payloads.ts';
import type { FakeRun } from '#test/testing/github/state.ts';
import { forkOf } from '#test/testing/github/state-builders.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

const CASES = { a: { covers: ['a/**'] }, b: { covers: ['b/**'] }, c: { covers: ['c/**'] } };
const COVERS = { covers: ['agent.mjs', 'script.json'], ignores: ['docs/**', '.github/**'] };
const suite = (config: object = {}, cases: object = CASES): WorkspaceFiles =>
  scriptedSuite({ ...cases } as typeof CASES, { ...COVERS, ...config });
const FILES: WorkspaceFiles = {
  ...suite(),
  ...Object.fromEntries(['a/a.txt', 'b/b.txt', 'c/c.txt', 'docs/index.md'].map((path) => [path, path])),
};
const FIRST = { 'a/a.txt': 'A', 'b/b.txt': 'B' };
const DOCS = { 'docs/index.md': 'Better words.' };

describe('a push that edits', () => {
  it('documents runs nothing again, and one that edits what a case covers runs that case', async (openScene) => {
    const scene = await openScene(FILES);
    await scene.storeMain();
    const first = await push(scene, FIRST);
    expect([first.verdict, first.turns]).toEqual(['pass', ['a', 'a', 'b', 'b']]);
    expect(comment(scene)).not.toContain('kept from');

    const docs = await push(scene, DOCS);
    expect([docs.verdict, docs.turns]).toEqual(['pass', []]);
    expect(comment(scene)).toContain(`2 cases kept from ${first.head.slice(0, 7)}`);
    expect(trials(newestResults(scene))).toEqual({ a: 2, b: 2 });

    const further = await push(scene, { 'b/b.txt': 'B!' });
    expect([further.verdict, further.turns]).toEqual(['pass', ['b', 'b']]);
    expect(comment(scene)).toContain(`1 case kept from ${docs.head.slice(0, 7)}`);
    expect(
      (await push(scene, { 'c/c.txt': 'C' })).turns,
      'main is not forgotten: a and b still differ from it',
    ).toEqual(['c', 'c']);
  });
});

/** Between the first push, which runs a and b, and the next one. */
type Attack = {
  readonly files?: WorkspaceFiles;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly meanwhile?: (scene: Scene) => Promise<unknown> | unknown;
  readonly labels?: readonly string[];
  readonly turns?: readonly string[];
};

const BOTH = ['a', 'a', 'b', 'b'];
const EVERY = [...BOTH, 'c', 'c'];

/** A third of them with each change, all on a schedule. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  'the config narrows its own covers': { files: suite({ ignores: ['docs/**', 'a/**', 'b/**'] }), turns: BOTH },
  'the agent is defined otherwise': { files: suite({ agent: agent({ env: { X: '1' } }) }), turns: EVERY },
  'main is merged into the branch': {
    async meanwhile(scene) {
      await onMain(scene, { 'c/c.txt': 'of main' });
      await scene.repository.git('checkout', '-q', '-f', 'feature');
      await scene.repository.git('merge', '-q', '-m', 'merge', 'main');
      await scene.repository.git('checkout', '-q', '-f', 'main');
    },
  },
  'a file moves into reach': { files: { 'docs/index.md': null, 'a/index.md': 'docs/index.md' }, turns: ['a', 'a'] },
  'automation that `ignores` names could have made the results': { files: { '.github/actions/x.yml': 'x' } },
  'the agent reads another file': { files: { 'script.json': `${FILES['script.json']}\n` }, turns: EVERY },
  'the policy changes': {
    meanwhile: (scene) => onMain(scene, suite({ gate: { method: 'threshold', pass_rate: { min: 0.1 } } })),
  },
  'nobody names the file': { files: { 'other.txt': 'x' }, turns: EVERY },
  'expectations change': {
    files: suite({}, { ...CASES, b: { ...CASES.b, expect: { completes: true } } }),
    turns: ['b', 'b'],
  },
  'a case loses trials': { files: suite({}, { ...CASES, b: { ...CASES.b, trials: 1 } }), turns: ['b', 'b'] },
  'the base moves': { meanwhile: (scene) => onMain(scene, { 'NOTES.md': 'words' }) },
  'a lockfile changes': { files: { 'package-lock.json': '{}' }, turns: EVERY },
  'another number of trials is asked for': { inputs: { trials: '3' }, turns: ['a', 'a', 'a', 'b', 'b', 'b'] },
  'another cap is set': { inputs: { 'max-trials': '1000' } },
  'a label asks for every case': { labels: ['eval: full'], turns: EVERY },
};

/** What GitHub says of the last run, or its artifact holds. */
type LastRun = {
  readonly last?: Partial<FakeRun>;
  readonly results?: (results: ResultsFile) => object;
  readonly broken?: true;
};

const LAST_RUNS: Readonly<Record<string, LastRun>> = {
  'it was cancelled': { last: { conclusion: 'cancelled' } },
  'it still runs': { last: { conclusion: null, status: 'in_progress' } },
  'it is of another branch': { last: { headBranch: 'other' } },
  'it is of a fork': { last: { headRepository: forkOf(forkOfNobody()) } },
  'it is of another workflow': { last: { path: '.github/workflows/other.yml' } },
  'it is of another commit than it says': {
    results: (results) => ({ commit: { ...results.commit, head_sha: '1'.repeat(40) } }),
  },
  'its results are of another run': { results: (results) => ({ run: { ...results.run, id: '1' } }) },
  'its results are of another pull request': {
    results: (results) => ({ commit: { ...results.commit, pull_request: 2 } }),
  },
  'its results are of main': { results: (results) => ({ run: { ...results.run, side: 'baseline' } }) },
  'its results are incomplete': { results: () => ({ complete: false }) },
  'it ended at a cap': { results: () => ({ stop: { look: 2, reason: 'budget' } }) },
  'it was an error': {
    results: ({ verdicts = [] }) => ({ verdicts: verdicts.map((past) => ({ ...past, verdict: 'error' })) }),
  },
  'it came to no verdict': { results: () => ({ verdicts: [] }) },
  'its tested commit is unknown': {
    results: (results) => ({ commit: { ...results.commit, sha: '2'.repeat(40), content: undefined } }),
  },
  'another version made it': { results: (results) => ({ tool: { ...results.tool, version: '0.0.0' } }) },
  'something speaks against its fresh trials': { results: () => ({ doubts: [{ kind: 'programs_unseen' }] }) },
  'its artifact is not what was uploaded': { broken: true },
};

/** An agent that says what the file of the case says. */
const READER = `
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
for await (const line of createInterface({ input: process.stdin })) {
  const { type, id, case_id } = JSON.parse(line);
  if (type === 'turn') console.log(JSON.stringify({ id, output: readFileSync(case_id + '/' + case_id + '.txt', 'utf8'), tool_calls: [] }));
}
`;

it('a red case stays red while another one is edited; once it is edited itself every case runs again, so that no lucky pass is kept beside it', async (openScene) => {
  const texts = { 'a/a.txt': 'well', 'b/b.txt': 'well', 'c/c.txt': 'well' };
  const scene = await openScene({ ...suite({ gate: {}, trials: { min: 3, max: 10 } }), ...texts, 'agent.mjs': READER });
  await scene.storeMain();
  expect((await push(scene, { 'a/a.txt': 'bad', 'b/b.txt': 'well.' })).verdict).toBe('fail');
  const [red, main] = [newestResults(scene), newestResults(scene, 'confirmation.json')];
  expect(trials(main), 'main was tried again').toHaveProperty('a');

  const edited = await push(scene, { 'b/b.txt': 'well!' });
  expect(edited.verdict, edited.stdout).toBe('fail');
  expect(caseOf(newestResults(scene), 'a'), 'not a trial of it was made').toEqual(caseOf(red, 'a'));
  expect(caseOf(newestResults(scene, 'confirmation.json'), 'a')).toEqual(caseOf(main, 'a'));
  expect(caseOf(newestResults(scene), 'b')).not.toEqual(caseOf(red, 'b'));

  const b = caseOf(newestResults(scene), 'b');
  const mended = await push(scene, { 'a/a.txt': 'well.' });
  expect(mended.verdict, mended.stdout).toBe('pass');
  expect(comment(scene)).not.toContain('kept from');
  expect(caseOf(newestResults(scene), 'b'), 'all of it was tried anew').not.toEqual(b);
});

it.for(sample(Object.entries(ATTACKS), 3))(
  'every case that the change reaches runs again where %s',
  async ([, attack], { openScene }) => {
    const scene = await openScene(FILES);
    await scene.storeMain();
    const first = await push(scene, FIRST);
    expect([first.verdict, first.turns], first.stdout).toEqual(['pass', BOTH]);
    await attack.meanwhile?.(scene);
    const { files = DOCS, inputs = {}, labels = [], turns = BOTH } = attack;
    const next = await push(scene, files, { inputs }, labels);
    expect(next.turns, next.stdout).toEqual(turns);
  },
);

it('every case that the change reaches runs again where the last run can not be believed', async (openScene) => {
  const scene = await openScene(FILES);
  await scene.storeMain();
  await push(scene, FIRST);
  for (const [what, told] of sample(Object.entries(LAST_RUNS), 3)) {
    const { runs } = scene.fake.state;
    // What the push before kept or ran is the last run now; none before it stands in.
    scene.fake.state.runs.splice(
      0,
      runs.length,
      ...runs.filter((run, at) => run.headBranch === 'main' || at === runs.length - 1),
    );
    tamper(scene, told);
    const next = await push(scene, { 'docs/index.md': what });
    expect(next.turns, `${what}\n${next.stdout}`).toEqual(BOTH);
  }
  expect((await push(scene, DOCS)).turns, 'where it can be, nothing').toEqual([]);
});

describe('nobody rolls twice', () => {
  const IDS = caseIds(4);
  const config = {
    ...{ covers: { every_case: ['agent.mjs', 'setup.mjs'], tags: {} }, ignores: ['docs/**'] },
    agent: { command: ['node', 'agent.mjs'], setup: ['true'] },
  };

  itDrifting(
    'a red stays red with its looks and the fresh trials of both sides, without a turn of either',
    async (openScene, provider) => {
      const files = { ...driftingSuite(IDS, config), 'docs/index.md': 'words' };
      const scene = await openScene(files);
      await scene.pushMain(provider.reach());
      const broken = await scene.openPull(prompt({ 'case-1': 0 }));
      const red = await scene.run(broken.event, provider.reach({ workspace: broken.checkout }));
      expect(red).toDecide('fail');
      const before = [newestResults(scene), newestResults(scene, 'confirmation.json')] as const;

      await provider.becomes({ 'case-1': 1 });
      await provider.calls();
      const docs = await scene.openPull(DOCS);
      const again = await scene.run(docs.event, provider.reach({ workspace: docs.checkout }));
      expect(again).toDecide('fail');
      expect((await provider.calls()).filter(({ does }) => does === 'trial')).toEqual([]);
      const after = [newestResults(scene), newestResults(scene, 'confirmation.json')] as const;
      expect(after.map(trials)).toEqual(before.map(trials));
      expect(after[0].looks).toEqual(before[0].looks);
      expect(comment(scene)).toContain('4 cases kept from');
    },
  );
});

/** A push to the pull request, with the turns that its agent was asked for. */
async function push(scene: Scene, files: WorkspaceFiles, options: RunOptions = {}, labels: readonly string[] = []) {
  const { event, checkout, pull } = await scene.openPull(files);
  const started = labels.length === 0 ? event : labelledEvent(scene.fake.state, pull, labels);
  const { outputs, stdout } = await scene.run(started, { ...options, workspace: checkout });
  const lines = (await readFile(join(checkout, TRACE), 'utf8').catch(() => '')).split('\n');
  const turns = lines.flatMap((line) => /^(\w)#/.exec(line)?.[1] ?? []).sort();
  return { verdict: outputs['verdict'], turns, stdout, head: pull.head.sha };
}

async function onMain(scene: Scene, files: WorkspaceFiles): Promise<void> {
  await scene.repository.branch('main');
  await scene.repository.commit('main moves', files);
  await scene.pushMain();
}

/** Makes GitHub say something else of the last run, or its artifact hold something else. */
function tamper({ fake: { state } }: Scene, { last, results, broken }: LastRun): void {
  const at = state.runs.length - 1;
  const run = state.runs[at];
  if (run !== undefined && last !== undefined) state.runs[at] = { ...run, ...last };
  const artifact = state.artifacts.findLast(({ name }) => name === RESULTS_ARTIFACT);
  if (artifact === undefined) throw new Error('nothing was uploaded');
  if (broken) Object.assign(artifact, { digest: `sha256:${'0'.repeat(64)}` });
  if (results === undefined) return;
  rewriteStored(artifact, (text) => JSON.stringify({ ...JSON.parse(text), ...results(JSON.parse(text)) }));
}

/** When each trial of a case began. */
function caseOf({ cases }: ResultsFile, id: string): readonly string[] {
  return cases.find((record) => record.id === id)?.trials.map(({ started_at }) => started_at) ?? [];
}

function trials({ cases }: ResultsFile): Readonly<Record<string, number>> {
  return Object.fromEntries(cases.flatMap(({ id, trials: made }) => (made.length === 0 ? [] : [[id, made.length]])));
}

function forkOfNobody(): FakeRun['repository'] {
  return {
    id: 1,
    fullName: 'octo-org/agents',
    defaultBranch: 'main',
    private: false,
    fork: false,
  } as FakeRun['repository'];
}
