import { describe, expect } from 'vitest';
import { parseHistory } from '#domain/history/parse-history.ts';
import { readable } from '#test/support/markdown.ts';
import { it } from '#test/support/scene.ts';
import { mainEvent, merge, runShards, suiteOf, workflow } from '#test/support/shard-workflow.ts';
import { artifactFiles, storedResults } from '#test/support/stored-artifact.ts';

const IDS = Array.from({ length: 12 }, (_, i) => `case-${i}`);
const STATISTICAL = { trials: 5, concurrency: 4, gate: { pass_rate: { max_drop: 0.02 } } };
const SUITE = suiteOf(IDS, STATISTICAL);

describe('shards and a merge', () => {
  it('of main make one baseline', async ({ openScene }) => {
    const scene = await openScene(SUITE);
    const { shards, merge: merged } = await workflow(scene, await mainEvent(scene));
    expect(shards.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    expect(merged.exitCode, merged.stdout).toBe(0);
    expect(merged.outputs).toMatchObject({ verdict: 'pass', trials: '60' });
    const baseline = storedResults(scene.fake.state);
    expect(baseline.run).toMatchObject({ side: 'baseline' });
    expect(baseline.run).not.toHaveProperty('shard');
    expect(baseline.cases.map(({ id }) => id)).toEqual(IDS);
    expect(baseline.epoch).toMatchObject({ since: merged.run.headSha });
  });

  it('of main carry the history on: a row for each merge, beside the rows before it', async ({ openScene }) => {
    const scene = await openScene(SUITE);
    await scene.pushMain();
    await scene.repository.commit('main goes on', { 'other.txt': 'x' });
    const { merge: merged } = await workflow(scene, await mainEvent(scene), {}, 2);
    expect(merged.exitCode, merged.stdout).toBe(0);
    const read = parseHistory(artifactFiles(scene.fake.state)['history.jsonl'] ?? '');
    const rows = 'problem' in read ? read.problem : read.rows;
    expect(rows).toMatchObject([
      { passed: 60, scored: 60, event: 'push', audit: null },
      { passed: 60, scored: 60, event: 'push', run_id: String(merged.run.id), sha: merged.run.headSha },
    ]);
  });

  it('of a pull request make one comment, with the verdict that one job gives on the same trials', async ({
    openScene,
  }) => {
    const scene = await openScene(SUITE);
    const main = await scene.pushMain();
    const broken = suiteOf(IDS, STATISTICAL, IDS.slice(0, 7));
    const pull = await scene.openPull({ 'script.json': broken['script.json'] ?? '' });
    const inputs = { confirm: 'never' };
    const whole = await scene.run(pull.event, { workspace: pull.checkout, inputs: { ...inputs, comment: 'never' } });
    const { shards, merge: merged } = await workflow(scene, pull, { inputs }, 2);
    for (const shard of shards) {
      expect(shard.exitCode, shard.stdout).toBe(0);
      expect(shard.outputs).toMatchObject({ verdict: 'inconclusive', 'comment-url': '' });
      expect(shard.summary).toContain('mode: merge');
    }
    expect(merged.exitCode, merged.stdout).toBe(1);
    const same = ['verdict', 'pass-rate', 'baseline-pass-rate', 'pass-rate-drop', 'total-tokens', 'trials'];
    for (const name of same) expect(merged.outputs[name], name).toBe(whole.outputs[name]);
    expect(merged.outputs).toMatchObject({ verdict: 'fail', 'baseline-sha': main.run.headSha });
    expect(scene.fake.state.comments).toHaveLength(1);
    expect(merged.outputs['comment-url']).not.toBe('');
    expect(scene.fake.state.comments[0]?.body).toContain('case-0');
  });
});

it('a second commit with the same files adds to the shards, and the merge names the earlier verdict', async ({
  openScene,
}) => {
  const scene = await openScene(SUITE);
  await scene.pushMain();
  const broken = suiteOf(IDS, STATISTICAL, IDS.slice(0, 7))['script.json'] ?? '';
  const inputs = { confirm: 'never' };
  const pull = await scene.openPull({ 'script.json': broken });
  const first = await workflow(scene, pull, { inputs }, 2);
  expect(first.merge.outputs, first.merge.stdout).toMatchObject({ verdict: 'fail' });
  const head = pull.pull.head.sha.slice(0, 7);

  const second = await workflow(scene, await scene.openPull({}), { inputs }, 2);
  expect(second.merge.outputs, second.merge.stdout).toMatchObject({ verdict: 'fail' });
  expect(storedResults(scene.fake.state)).toMatchObject({
    appended: true,
    verdicts: [{ verdict: 'fail' }, { verdict: 'fail' }],
  });
  expect(readable(scene.fake.state.comments.at(-1)?.body ?? '')).toContain(
    `Earlier on the same content: fail (${head})`,
  );
});

describe('a missing shard', () => {
  it('is an error that names it, makes no baseline, and is mended by running that job again', async ({ openScene }) => {
    const scene = await openScene(suiteOf(IDS));
    const event = await mainEvent(scene);
    const { runId } = await runShards(scene, event, [1], {}, 2);
    const first = await merge(scene, event, runId, 1);
    expect(first.exitCode).toBe(4);
    expect(first.outputs['verdict']).toBe('error');
    expect(first.summary).toContain('shard 2 of 2 is missing');
    expect(artifactFiles(scene.fake.state)).not.toHaveProperty('results.json');

    await runShards(scene, event, [2], { github: { runId, runAttempt: 2 } }, 2);
    const second = await merge(scene, event, runId, 2);
    expect(second.exitCode, second.stdout).toBe(0);
    expect(second.outputs['verdict']).toBe('pass');
    expect(readable(second.summary)).toContain('Shard 1 is of attempt 1 of this run');
    expect(storedResults(scene.fake.state).cases).toHaveLength(12);
  });
});

describe('inputs that make no sense', () => {
  it('are usage errors', async ({ openScene }) => {
    const scene = await openScene(suiteOf(IDS));
    const { event } = await mainEvent(scene);
    const wrong = await scene.run(event, { inputs: { shard: '5/4' } });
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stdout).toMatch(/input shard is "5\/4"; expected which shard of how many/);
    const both = await scene.run(event, { inputs: { shard: '1/4', mode: 'merge' } });
    expect(both.exitCode).toBe(2);
    expect(both.stdout).toMatch(/input shard is "1\/4" with mode "merge"/);
    const key = await scene.run(event, { inputs: { key: 'eu-shard-2' } });
    expect(key.exitCode).toBe(2);
    expect(key.stdout).toMatch(/key is "eu-shard-2"; names with this ending are reserved for shards/);
  });
});
