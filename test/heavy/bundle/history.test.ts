import { unzipSync } from 'fflate';
import { expect } from 'vitest';
import type { HistoryRow } from '#gate/history/history-row.ts';
import { parseHistory } from '#gate/history/parse-history.ts';
import { caseIds, driftingSuite, it, newestResults, type Provider } from '#test/support/drifting-suite.ts';
import { readable } from '#test/support/markdown.ts';
import { mustBeRead } from '#test/support/must-be-read.ts';
import type { Scene } from '#test/support/scene.ts';
import { artifactFiles, RESULTS_ARTIFACT, rewriteStored } from '#test/support/stored-artifact.ts';
import { scheduleEvent } from '#test/testing/github/payloads.ts';

it('each run of main adds its row to the history that the one before it stored', async (openScene, provider) => {
  const scene = await openScene(driftingSuite(caseIds(6)));
  await scene.pushMain(provider.reach());
  await provider.becomes({ 'case-1': 0 });
  await scene.pushMain(provider.reach());
  await provider.becomes({});
  await scene.repository.commit('main goes on', { 'other.txt': 'x' });
  const third = await scene.pushMain(provider.reach());

  const rows = newestHistory(scene);
  expect(rows.map(({ passed, scored, event, verdict }) => ({ passed, scored, event, verdict }))).toEqual([
    { passed: 30, scored: 30, event: 'push', verdict: 'pass' },
    { passed: 25, scored: 30, event: 'push', verdict: 'pass' },
    { passed: 30, scored: 30, event: 'push', verdict: 'pass' },
  ]);
  expect(rows[1]?.cases['case-1']).toEqual([0, 5]);
  // The second was of the same commit, so whatever is red in it is no change of ours; the third was of another.
  expect(rows.map(({ audit }) => audit?.red ?? null)).toEqual([null, true, null]);
  expect(rows.at(-1)?.epoch).toBe(newestResults(scene).epoch?.id);
  expect(readable(third.summary)).toContain("main's trials that pass, in its last 3 runs");
});

it('a slow fall of the scheduled runs opens one issue, and the next of them brings it up to date', async (openScene, provider) => {
  const permissions = { contents: 'read', actions: 'read', issues: 'write' } as const;
  const scene = await openScene(driftingSuite(caseIds(10)), { permissions });
  for (let night = 0; night < 3; night += 1) await runNight(scene, provider);
  expect(scene.fake.state.issues).toEqual([]);

  await provider.becomes({ 'case-1': 0, 'case-2': 0, 'case-3': 0 });
  const alarm = await runNight(scene, provider);
  expect(readable(alarm.summary)).toContain(
    'main drifted: the pass rate of its scheduled runs fell from 100 % to 70 % in the last one',
  );
  expect(alarm.outputs['verdict']).toBe('pass');
  const [issue] = scene.fake.state.issues;
  expect(issue?.title).toBe('Agent eval: main drifted in agent-eval.yml');
  expect(issue?.body).toContain('| <code>case-1</code> | 15/15 (100 %) | 0/5 (0 %) |');
  expect(issue?.body).not.toContain('case-4');
  const { epoch } = newestResults(scene);
  expect(epoch?.reason).toContain('fell from 100 % to 70 %');
  expect(newestHistory(scene).at(-1)).toMatchObject({ began: 'drift', epoch: epoch?.id, drift: { nights: 1 } });

  await runNight(scene, provider);
  expect(scene.fake.state.issues).toHaveLength(1);
  expect(scene.fake.state.issues[0]?.body).toMatch(/Scheduled runs since: 70 % at [0-9a-f]{7}\./);
});

function runNight(scene: Scene, provider: Provider) {
  const event = scheduleEvent(scene.fake.state, scene.repository.main());
  return scene.run(event, provider.reach({ inputs: { 'drift-issue': 'true' } }));
}

function newestHistory({ fake }: Scene): readonly HistoryRow[] {
  const read = parseHistory(artifactFiles(fake.state)['history.jsonl'] ?? '');
  mustBeRead(read);
  return read.rows;
}

function _replaceHistory({ fake }: Scene, text: string): void {
  const artifact = fake.state.artifacts.findLast(
    ({ name, content }) => name === RESULTS_ARTIFACT && 'history.jsonl' in unzipSync(content),
  );
  if (artifact === undefined) throw new Error('no artifact was uploaded');
  rewriteStored(artifact, () => text, 'history.jsonl');
}
