/** What has failed stays failed: the roads between runs of one content are no second chance. */
import { expect } from 'vitest';
import {
  caseIds,
  driftingSuite,
  it,
  mainResults,
  type Provider,
  prompt,
  storeMain,
} from '#test/support/drifting-suite.ts';
import { comment, type Scene } from '#test/support/scene.ts';
import { adoptWorkspace } from '#test/testing/github/adopt-workspace.ts';
import {
  DEPENDABOT,
  labelledEvent,
  pullRequestEvent,
  pushEvent,
  workflowDispatchEvent,
} from '#test/testing/github/payloads.ts';
import { type FakePullRequest, OCTOCAT, READ_ONLY } from '#test/testing/github/state.ts';

const SUITE = driftingSuite(caseIds(6), { agents: { same: {}, other: {} } });
const BAD = prompt({ 'case-1': 0 });
const NEVER = { confirm: 'never' };

/** Runs the workflow by hand on the pull request's branch, as `/eval` does. */
async function byHand(
  scene: Scene,
  provider: Provider,
  pull: FakePullRequest,
  chosen: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
) {
  const inputs = { 'pull-request': String(pull.number), ...chosen };
  const event = workflowDispatchEvent(scene.fake.state, pull.head.sha, inputs, pull.head.ref);
  await using checkout = await scene.repository.checkout(pull.head.sha);
  return await scene.run(event, provider.reach({ workspace: checkout.path, inputs: { ...NEVER, ...inputs, ...more } }));
}

it('a verdict is repeated only for the same question: not onto another branch, on equal files', async (openScene, provider) => {
  const scene = await openScene(SUITE);
  await storeMain(scene, await mainResults(SUITE), 3);
  const { repository, fake } = scene;
  await repository.branch('stack', 'main');
  const after = await repository.commit('bad already', BAD);
  await adoptWorkspace(fake.state, repository);
  const options = provider.reach({ workspace: repository.path, inputs: NEVER });
  await scene.run(pushEvent(fake.state, { after, branch: 'stack' }), options);
  await repository.branch('feature', 'stack');
  const { pull, event, checkout } = await scene.openPull({ 'README.md': 'words' }, { base: 'stack' });
  const here = provider.reach({ workspace: checkout, inputs: NEVER });
  const stacked = await scene.run(event, here);
  expect(stacked).toDecide('pass');
  const again = await scene.run(labelledEvent(fake.state, pull, ['documentation']), here);
  expect(again.stdout).toContain('The label "documentation" starts nothing.');

  const mergeCommitSha = await repository.mergeCommit({ base: 'main', head: 'feature', number: 1 });
  await adoptWorkspace(fake.state, repository);
  Object.assign(pull, { base: { ref: 'main', sha: repository.main() }, mergeCommitSha });
  await using onMain = await repository.checkout(mergeCommitSha, { number: 1 });
  const there = provider.reach({ workspace: onMain.path, inputs: NEVER });
  const retargeted = await scene.run(labelledEvent(fake.state, pull, ['documentation', 'later'], 'later'), there);
  expect([retargeted.exitCode, retargeted.outputs['verdict']], retargeted.stdout).toEqual([1, 'fail']);

  const rerun = await scene.run(event, { ...here, github: { runId: stacked.run.id, runAttempt: 2 } });
  expect(rerun).toExit(2);
  expect(rerun.stdout).toContain('the pull request goes onto main now');
});

it('a selection by hand is never green by itself: it ends as its content was decided whole', async (openScene, provider) => {
  const scene = await openScene(SUITE);
  await storeMain(scene, await mainResults(SUITE), 3);
  const opened = await scene.openPull(BAD);
  const { pull } = opened;
  const options = provider.reach({ workspace: opened.checkout, inputs: NEVER });
  const first = await byHand(scene, provider, pull, { cases: 'case-2' }, { 'fail-on': 'fail' });
  expect([first.exitCode, first.outputs['verdict']], first.stdout).toEqual([3, 'inconclusive']);
  expect(comment(scene)).toContain('not decided whole yet');

  const whole = await scene.run(opened.event, options);
  expect([whole.exitCode, whole.outputs['verdict']], whole.stdout).toEqual([1, 'fail']);
  const choices = [{ cases: 'case-2,case-3' }, { cases: 'case-2', trials: '1' }, { trials: '1' }];
  for (const chosen of choices) {
    const result = await byHand(scene, provider, pull, chosen);
    expect([chosen, result.exitCode, result.outputs['verdict']], result.stdout).toEqual([chosen, 1, 'fail']);
  }
  const agents = await byHand(scene, provider, pull, { agents: 'same,other' });
  expect(agents).toExit(1);
  expect(agents.stdout).toContain('A comparison decides nothing: this content failed in run');
  const labelled = await scene.run(labelledEvent(scene.fake.state, pull, ['documentation']), options);
  expect([labelled.exitCode, labelled.outputs['verdict']], labelled.stdout).toEqual([1, 'fail']);

  const mended = await scene.openPull(prompt({}));
  const green = await scene.run(mended.event, provider.reach({ workspace: mended.checkout, inputs: NEVER }));
  expect(green).toDecide('pass');
  const part = await byHand(scene, provider, mended.pull, { cases: 'case-2' });
  expect([part.exitCode, part.outputs['verdict']], part.stdout).toEqual([0, 'pass']);
  expect(part.summary).toContain('this content passed in run');
  expect((await byHand(scene, provider, mended.pull, { agents: 'same,other' })).exitCode).toBe(0);

  // What fails in a selection after a whole pass is said; it decides with the next run of all cases.
  await provider.becomes({ 'case-1': 0 });
  const chosen = await byHand(scene, provider, mended.pull, { cases: 'case-1', trials: '20' });
  expect([chosen.exitCode, chosen.outputs['verdict']], chosen.stdout).toEqual([0, 'pass']);
  expect(chosen.summary).toContain('chosen cases failed here, but this content passed in run');
  const here = provider.reach({ workspace: mended.checkout, inputs: NEVER });
  const other = await scene.run(labelledEvent(scene.fake.state, mended.pull, ['documentation']), here);
  expect([other.exitCode, other.outputs['verdict']], other.stdout).toEqual([0, 'pass']);
  const decided = await scene.run(pullRequestEvent(scene.fake.state, mended.pull, 'reopened'), here);
  expect([decided.exitCode, decided.outputs['verdict']], decided.stdout).toEqual([1, 'fail']);
  const late = await byHand(scene, provider, mended.pull, { cases: 'case-2' });
  expect([late.exitCode, late.outputs['verdict']], late.stdout).toEqual([1, 'fail']);
});

it('a selection of what was left open blocks as that did, whatever was named first there', async (openScene, provider) => {
  const open = (count: number) => driftingSuite(caseIds(count), { gate: { pass_rate: { rule_out: 0.02 } } });
  const scene = await openScene(open(9));
  await storeMain(scene, await mainResults(open(9)));
  const { 'evals/cases.yml': fewer = '' } = open(8);
  const { pull, event, checkout } = await scene.openPull({ ...prompt({ 'case-1': 0.85 }), 'evals/cases.yml': fewer });
  const whole = await scene.run(event, provider.reach({ workspace: checkout, inputs: NEVER }));
  expect([whole.exitCode, whole.outputs['verdict']], whole.stdout).toEqual([3, 'inconclusive']);
  // A drop that is left open does not block; a case that is gone does.
  expect(comment(scene)).toMatch(/had to be ruled out[\s\S]*Also: this change removes 1 of main's 9 cases: case-9/);
  const part = await byHand(scene, provider, pull, { cases: 'case-2' });
  expect([part.exitCode, part.outputs['verdict']], part.stdout).toEqual([3, 'inconclusive']);
  expect(comment(scene)).toContain('(blocks): this content was left open in run');
});

it('a number of trials by hand lifts no cap: beyond max-trials the run is open, and beyond 50 refused', async (openScene, provider) => {
  const scene = await openScene(SUITE);
  await storeMain(scene, await mainResults(SUITE));
  const { pull } = await scene.openPull(prompt({}));
  await provider.calls();
  const capped = await byHand(scene, provider, pull, { trials: '50' }, { 'max-trials': '20' });
  expect([capped.exitCode, capped.outputs['verdict']], capped.stdout).toEqual([3, 'inconclusive']);
  expect(comment(scene)).toContain('max-trials 20 is reached');
  expect((await provider.calls()).filter(({ does }) => does === 'trial')).toHaveLength(20);
  const refused = await byHand(scene, provider, pull, { trials: '100000' });
  expect([refused.exitCode, (await provider.calls()).length], refused.stdout).toEqual([2, 0]);
});

it('in a private repository only a job that decides needs the right to ask what a pull request is like today', async (openScene, provider) => {
  const scene = await openScene(SUITE, { repository: { private: true } });
  await storeMain(scene, await mainResults(SUITE), 3);
  const { event, checkout } = await scene.openPull({ 'README.md': 'words' });
  const again = (inputs: Readonly<Record<string, string>>, runAttempt: number) =>
    scene.run(event, provider.reach({ workspace: checkout, inputs, github: { runId: first.run.id, runAttempt } }));
  const first = await scene.run(event, provider.reach({ workspace: checkout, inputs: NEVER }));
  const granted = await again(NEVER, 2);
  expect(granted).toExit(0);

  scene.fake.state.token.permissions = { contents: 'read', actions: 'read' };
  const refused = await again(NEVER, 3);
  expect(refused).toExit(2);
  expect(refused.stdout).toContain('the job needs the line "permissions:" and under it "  pull-requests: read"');
  for (const inputs of [{ shard: '1/2' }, { confirm: 'job' }]) {
    const part = await again(inputs, 4);
    expect([inputs, part.exitCode], part.stdout).toEqual([inputs, 0]);
  }
});

const ASKING = {
  ...driftingSuite(caseIds(6), { drafts: 'skip', pull_request_labels: { start: true, skip: true } }),
  '.github/workflows/agent-eval.yml':
    'on:\n  pull_request: {types: [opened, synchronize, ready_for_review, labeled]}\njobs: {}\n',
};

it('content that has failed is never left unevaluated again: a run that is run again sees the pull request of today', async (openScene, provider) => {
  const scene = await openScene(ASKING);
  const { state } = scene.fake;
  await storeMain(scene, await mainResults(ASKING), 3);
  const opened = await scene.openPull(BAD, { pull: { draft: true } });
  const { pull } = opened;
  const options = provider.reach({ workspace: opened.checkout, inputs: NEVER });
  const draft = await scene.run(opened.event, options);
  expect([draft.exitCode, draft.outputs['verdict']], draft.stdout).toEqual([0, 'inconclusive']);

  // Not yet decided, and no draft any more: the payload of the first attempt still says so.
  Object.assign(pull, { draft: false, labels: ['eval'] });
  const rerun = (runAttempt: number) =>
    scene.run(opened.event, { ...options, github: { runId: draft.run.id, runAttempt } });
  const today = await rerun(2);
  expect([today.exitCode, today.outputs['verdict']], today.stdout).toEqual([1, 'fail']);

  for (const facts of [
    { draft: true, labels: [] },
    { draft: false, labels: [] },
    { draft: false, labels: ['eval: skip'] },
  ]) {
    Object.assign(pull, facts);
    const result = await scene.run(pullRequestEvent(state, pull, 'reopened'), options);
    expect([facts, result.exitCode, result.outputs['verdict']], result.stdout).toEqual([facts, 1, 'fail']);
    expect(comment(scene)).toContain('this content failed in run');
  }

  scene.fake.failNext({ path: /\/pulls\/1$/, status: 502, times: 20 });
  const silent = await rerun(3);
  expect(silent).toExit(2);
});

it('nor by an event of Dependabot, whose runs get no key, after a person’s run of it has failed', async (openScene, provider) => {
  const suite = driftingSuite(caseIds(6), { agent: { command: ['node', 'agent.mjs'], needs: ['PROVIDER'] } });
  const scene = await openScene(suite);
  const { state } = scene.fake;
  await storeMain(scene, await mainResults(suite), 3);
  const { pull, event, checkout } = await scene.openPull(BAD, { pull: { user: DEPENDABOT } });
  const write = state.token.permissions;
  const byDependabot = async (action: string) => {
    state.token.permissions = READ_ONLY;
    const { exitCode, outputs } = await scene.run(pullRequestEvent(state, pull, action), { workspace: checkout });
    state.token.permissions = write;
    return [exitCode, outputs['verdict']];
  };
  expect(await byDependabot('opened')).toEqual([0, 'inconclusive']);
  const person = { ...event, run: { ...event.run, actor: OCTOCAT } };
  const failed = await scene.run(person, provider.reach({ workspace: checkout, inputs: NEVER }));
  expect([failed.exitCode, failed.outputs['verdict']], failed.stdout).toEqual([1, 'fail']);
  expect(await byDependabot('reopened')).toEqual([1, 'fail']);
});
