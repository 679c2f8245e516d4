import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';
import { suiteOf, workflow } from '#test/support/shard-workflow.ts';
import { workflowRunEvent } from '#test/testing/github/payloads.ts';
import type { ActionResult } from '#test/testing/github/runner.ts';
import { READ_ONLY } from '#test/testing/github/state.ts';
import { forkOf } from '#test/testing/github/state-builders.ts';

const IDS = Array.from({ length: 4 }, (_, i) => `case-${i}`);
const SUITE = suiteOf(IDS);
const BROKEN = suiteOf(IDS, {}, IDS);

it('a merge for a pull request of a fork may not comment: its summary has the report, and the run that reports comments later', async ({
  openScene,
}) => {
  const scene = await openScene(SUITE);
  const { state } = scene.fake;
  await scene.storeMain();
  const { permissions } = state.token;
  state.token.permissions = READ_ONLY;
  const pull = await scene.openPull(BROKEN, { headRepository: forkOf(state.repository) });
  const { merge } = await workflow(scene, pull, {}, 2);
  expect(merge.exitCode, merge.stdout).toBe(1);
  expect(merge.outputs).toMatchObject({ verdict: 'fail', trials: '8', 'comment-url': '' });
  expect(merge.summary).toContain('❌ Agent eval failed');
  expect(texts(merge)).not.toMatch(/Add "pull-requests/);
  expect(state.comments).toEqual([]);

  state.token.permissions = permissions;
  const nothing = await mkdtemp(join(tmpdir(), 'report-'));
  try {
    const event = workflowRunEvent(state, merge.run, await scene.repository.git('rev-parse', 'main'));
    const github = { workflowPath: '.github/workflows/agent-eval-report.yml' };
    const reported = await scene.run(event, { workspace: nothing, inputs: { mode: 'report' }, github });
    expect(reported.exitCode, reported.stdout).toBe(0);
  } finally {
    await rm(nothing, { recursive: true });
  }
  expect(state.comments).toMatchObject([{ issueNumber: 1 }]);
  expect(state.comments[0]?.body).toMatch(/Not verified: results of a run of a fork[\s\S]*❌ Agent eval failed/);
  for (const id of IDS) expect(state.comments[0]?.body).toContain(`<code>${id}</code>`);
});

function texts({ commands }: ActionResult): string {
  return commands.annotations.map(({ message }) => message).join('\n');
}
