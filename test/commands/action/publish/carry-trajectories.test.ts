import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CarriedTrajectories, carryTrajectories } from '#commands/action/publish/carry-trajectories.ts';
import { apiOf, trajectoriesZip } from '#test/github/artifacts/main-history.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { caseRecord, resultsFile, trialRecords } from '#test/support/results.ts';
import { type FakeGitHub, startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { pushEvent } from '#test/testing/github/payloads.ts';
import type { FakeArtifact } from '#test/testing/github/state.ts';
import { addArtifact, addCommit, addRun, sha } from '#test/testing/github/state-builders.ts';
import { readRun } from '../../read-run.ts';

const NAME = 'agent-eval-trajectories';
const OWN = '{"id":"own"}\n';
const EARLIER = '{"id":"earlier"}\n';

let fake: FakeGitHub;
let workspace: string;

beforeEach(async () => {
  fake = await startFakeGitHub();
  workspace = newFolder('workspace');
  addCommit(fake.state, { sha: sha('m1'), refs: ['refs/heads/main'] });
});

afterEach(async () => {
  await fake.close();
});

/** What a second attempt, with one trial of its own, makes of what the first one uploaded. */
async function carried(
  uploaded: Partial<FakeArtifact> | null,
): Promise<{ readonly outcome: CarriedTrajectories; readonly lines: string }> {
  const event = pushEvent(fake.state, { after: sha('m1') });
  const { id } = addRun(fake.state, { ...event.run, event: 'push', headSha: sha('m1') });
  const content = trajectoriesZip(EARLIER);
  if (uploaded !== null) addArtifact(fake.state, { runId: id, name: NAME, content, ...uploaded });
  const read = await readRun(fake.state, event, workspace);
  const run = { ...read, context: { ...read.context, runId: id, runAttempt: 2 }, output_folder: workspace };
  const path = join(workspace, 'trajectories.jsonl');
  await writeFile(path, OWN);
  const trials = trialRecords([
    { run_attempt: 1, trajectory: 'earlier' },
    { run_attempt: 2, trajectory: 'own' },
  ]);
  const outcome = await carryTrajectories(run, resultsFile([caseRecord('a', { trials })]), apiOf(fake));
  return { outcome, lines: await readFile(path, 'utf8') };
}

it('trajectories of an earlier attempt go into the upload that takes their place', async () => {
  const { outcome, lines } = await carried({});
  expect(outcome).toEqual({ replaceable: true, problem: null });
  expect(lines).toBe(OWN + EARLIER);
});

it.each<[string, Partial<FakeArtifact> | null, RegExp]>([
  ['were never stored', null, /has no artifact/],
  ['have expired', { expired: true }, /has expired/],
])('where they %s nothing is replaced, and those of this attempt are uploaded alone', async (_, uploaded, why) => {
  const { outcome, lines } = await carried(uploaded);
  expect(outcome).toEqual({ replaceable: true, problem: expect.stringMatching(why) });
  expect(lines).toBe(OWN);
});

it('where they are stored and can not be read they stay as they are', async () => {
  const { outcome, lines } = await carried({ digest: `sha256:${'0'.repeat(64)}` });
  expect(outcome).toEqual({ replaceable: false, problem: expect.stringMatching(/was not uploaded: .*has digest/) });
  expect(lines).toBe(OWN);
});
