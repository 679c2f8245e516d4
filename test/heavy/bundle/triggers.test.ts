import { describe, expect } from 'vitest';
import { caseIds, driftingSuite, it, mainResults, prompt, storeMain } from '#test/support/drifting-suite.ts';
import { comment } from '#test/support/scene.ts';
import { labelledEvent, pullRequestEvent, workflowDispatchEvent } from '#test/testing/github/payloads.ts';

const LABELS = { pull_request_labels: { start: true, skip: true } };
const MAY_CHECK = { contents: 'read', actions: 'read', pull_requests: 'write', checks: 'write' } as const;
const SUITE = driftingSuite(caseIds(6));
const ASKING = driftingSuite(caseIds(6), LABELS);

it("labels start the evaluation where main's config waits for one; without it the check reports all the same", async (openScene, provider) => {
  const scene = await openScene(ASKING);
  await storeMain(scene, await mainResults(ASKING), 3);
  const opened = await scene.openPull(prompt({ 'case-1': 0 }));
  const options = provider.reach({ workspace: opened.checkout });
  const waiting = await scene.run(opened.event, options);
  expect(waiting.outputs, waiting.stdout).toMatchObject({ verdict: 'inconclusive', trials: '0' });
  expect(comment(scene)).toContain(`Not evaluated (does not block): main's config waits for a label; add "eval"`);
  expect(await provider.calls()).toEqual([]);

  const started = await scene.run(labelledEvent(scene.fake.state, opened.pull, ['eval']), options);
  expect(started).toDecide('fail');

  await provider.calls();
  const other = await scene.run(labelledEvent(scene.fake.state, opened.pull, ['eval', 'documentation']), options);
  expect([other.exitCode, other.outputs['verdict']], other.stdout).toEqual([1, 'fail']);
  expect(other.stdout).toContain('The label "documentation" starts nothing.');
  expect(await provider.calls()).toEqual([]);
});

it('labels have the names that the input `label` gives them', async (openScene, provider) => {
  const scene = await openScene(ASKING);
  const opened = await scene.openPull(prompt({ 'case-1': 0 }));
  const run = (...labels: readonly string[]) => {
    const event = labelledEvent(scene.fake.state, opened.pull, labels);
    return scene.run(event, provider.reach({ workspace: opened.checkout, inputs: { label: 'run-llm-evals' } }));
  };
  const waiting = await run('eval');
  expect(waiting.outputs, waiting.stdout).toMatchObject({ verdict: 'inconclusive', trials: '0' });
  expect(comment(scene)).toContain('add "run-llm-evals" to evaluate this change');
  const skipped = await run('run-llm-evals', 'run-llm-evals: skip');
  expect(skipped.outputs, skipped.stdout).toMatchObject({ trials: '0' });
  expect(comment(scene)).toContain('the label "run-llm-evals: skip" asks for that');
  const started = await run('run-llm-evals: full');
  expect(Number(started.outputs['trials']), started.stdout).toBeGreaterThan(0);
});

const DRAFTS = driftingSuite(caseIds(6), { drafts: 'skip' });
const LISTENING = {
  '.github/workflows/agent-eval.yml':
    'on:\n  pull_request: {types: [opened, synchronize, ready_for_review]}\njobs: {}\n',
};

it('a draft is not evaluated until it is ready, where the workflow starts then', async (openScene, provider) => {
  const scene = await openScene({ ...DRAFTS, ...LISTENING });
  await storeMain(scene, await mainResults(DRAFTS), 3);
  const opened = await scene.openPull(prompt({ 'case-1': 0 }), { pull: { draft: true } });
  await provider.calls();
  const draft = await scene.run(opened.event, provider.reach({ workspace: opened.checkout }));
  expect([draft.exitCode, draft.outputs['verdict']], draft.stdout).toEqual([0, 'inconclusive']);
  expect(comment(scene)).toContain('Not evaluated (does not block): draft');
  expect(await provider.calls()).toEqual([]);

  Object.assign(opened.pull, { draft: false });
  const event = pullRequestEvent(scene.fake.state, opened.pull, 'ready_for_review');
  const ready = await scene.run(event, provider.reach({ workspace: opened.checkout }));
  expect(ready).toDecide('fail');
});

describe('workflow_dispatch with the number of a pull request', () => {
  const inputs = { 'pull-request': '1' };

  it('on its branch: judged by the rules of its base, with its baseline, its comment and its check', async (openScene, provider) => {
    const scene = await openScene(SUITE, { permissions: MAY_CHECK });
    await storeMain(scene, await mainResults(SUITE), 3);
    const lax = driftingSuite(caseIds(6), { gate: { pass_rate: { max_drop: 1 }, confidence: 0.5 } });
    const { pull } = await scene.openPull({ ...lax, ...prompt({ 'case-1': 0 }) });
    const event = workflowDispatchEvent(scene.fake.state, pull.head.sha, inputs, pull.head.ref);
    const checkout = await scene.repository.checkout(pull.head.sha);
    const result = await scene.run(
      event,
      provider.reach({ workspace: checkout.path, inputs: { ...inputs, 'check-run': 'true' } }),
    );
    await checkout[Symbol.asyncDispose]();
    expect(result).toDecide('fail');
    expect(comment(scene)).toContain('case-1');
    expect(scene.fake.state.checkRuns.at(-1)).toMatchObject({ headSha: pull.head.sha, conclusion: 'failure' });
  });

  it('is refused on another branch with the command, and for the code of a fork', async (openScene) => {
    const scene = await openScene(SUITE);
    const { pull } = await scene.openPull({ 'README.md': 'words' });
    const main = workflowDispatchEvent(scene.fake.state, scene.repository.main(), inputs);
    const elsewhere = await scene.run(main, { inputs });
    expect(elsewhere).toExit(2);
    expect(elsewhere.stdout).toContain('gh workflow run agent-eval.yml --ref feature -f pull-request=1');

    const fork = { ...scene.fake.state.repository, id: 99, owner: 'stranger' };
    Object.assign(pull, { head: { ...pull.head, repository: fork } });
    const refused = await scene.run(workflowDispatchEvent(scene.fake.state, pull.head.sha, inputs, 'feature'), {
      inputs,
    });
    expect(refused).toExit(2);
    expect(refused.stdout).toContain('its code is in another repository, and would run here with the keys of this one');
    const pushed = await scene.run(pullRequestEvent(scene.fake.state, pull), { inputs });
    expect(pushed.stdout).toContain('the input pull-request is for the event workflow_dispatch');
  });
});
