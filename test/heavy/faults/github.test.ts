import { expect, test } from 'vitest';
import { type StagedScene, stageScene } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { pushEvent } from '#test/testing/github/payloads.ts';
import { eachFailure, type FailedRun, type Repeatable } from './support/failing-runs.ts';

const MAIN = scriptedSuite({ one: {} });
const CHANGE = scriptedSuite({ one: { step: { answer: { output: 'no' } } } });

/** At once, so that silence at one does not hold up the others. */
const SCENES = 2;

/** Without the answer to one of these no run of main can be trusted: there is nothing to compare with. */
const BASELINE =
  /GET \/actions\/workflows\/.*branch=main|GET \/actions\/runs\/N\/artifacts|GET \/actions\/artifacts|\/blobs\/artifact/;

async function staged(
  prepare: (scene: StagedScene) => Promise<Omit<Repeatable, 'scene'>>,
): Promise<readonly Repeatable[]> {
  return Promise.all(
    Array.from({ length: SCENES }, async () => {
      const permissions = { contents: 'read', actions: 'read', pull_requests: 'write', checks: 'write' } as const;
      const scene = await stageScene(MAIN, { permissions });
      await scene.storeMain();
      return { scene, ...(await prepare(scene)) };
    }),
  );
}

/** What holds whatever fails: an end, a verdict in every place that GitHub still took, no stack trace, no process. */
function expectWhole(run: FailedRun, verdict: string, artifacts: number): void {
  const { result, how, asked, published } = run;
  const hint = `${how} at ${asked.label} and at ${published.label}\n${result.stdout}\n${result.stderr}`;
  expect(result.timedOut, hint).toBe(false);
  expect(result.outputs['verdict'], hint).toBe(verdict);
  expect(result.outputs['trials'], hint).toBe('2');
  expect(result.summary, hint).toMatch(HEADLINE[verdict] ?? /no verdict/);
  expect(result.stdout + result.stderr, hint).not.toMatch(/^ +at |TypeError|\[object Object\]/m);
  expect(result.survivors, hint).toEqual([]);
  const failed = (part: RegExp) => part.test(published.label);
  // All times are scaled down: a machine that is busy enough exceeds those of an upload and of a request, which is told.
  const isLate = (told: string) => result.stdout.includes(told);
  if (!isLate('the artifact service did not answer within') && !failed(/(?:Create|Finalize)Artifact|\/blobs\/upload/))
    expect(run.artifacts, hint).toBe(artifacts);
  if (!isLate('The check run was not opened (no answer (it took too long))') && !failed(/check-runs/))
    expect(run.checks, hint).toEqual([CONCLUSION[verdict]]);
  // Silence is waited for three times at most before the trials, and after them.
  if (how === 'no answer') expect(run.unanswered, hint).toBeLessThanOrEqual(6);
}

const HEADLINE: Readonly<Record<string, RegExp>> = {
  pass: /^### ✅ Agent eval passed/m,
  fail: /^### ❌ Agent eval failed/m,
  inconclusive: /^### ❔ \S/m,
};

const CONCLUSION: Readonly<Record<string, string>> = { pass: 'success', fail: 'failure', inconclusive: 'neutral' };

test('a pull request that got worse is red whichever call of GitHub fails and how, or undecided if main can not be read; it is never green', async () => {
  const scenes = await staged(async (scene) => {
    const { event, checkout } = await scene.openPull(CHANGE);
    return { event, workspace: checkout };
  });
  const { runs, calls } = await eachFailure(scenes, (run) => {
    const undecided = BASELINE.test(run.asked.label);
    expectWhole(run, undecided && run.result.outputs['verdict'] !== 'fail' ? 'inconclusive' : 'fail', 3);
    if (!/\/issues\/|\/pulls\//.test(run.published.label)) expect(run.comments).toBe(1);
  });
  console.log(`${runs} runs, ${calls.length} calls:\n${calls.join('\n')}`);
  for (const { scene } of scenes) await scene.close();
  expect(calls.length).toBeGreaterThan(20);
});

test('a run of main makes its baseline, or says that it could not, whichever call of GitHub fails and how', async () => {
  const scenes = await staged(async (scene) => ({
    event: pushEvent(scene.fake.state, { after: scene.repository.main() }),
    workspace: scene.repository.path,
  }));
  const { runs, calls } = await eachFailure(scenes, (run) => {
    expectWhole(run, 'pass', 2);
    const told = run.result.commands.annotations.filter(({ level }) => level === 'warning');
    if (run.artifacts < 2) expect(told.map(({ message }) => message).join('\n')).toMatch(/not uploaded/);
  });
  console.log(`${runs} runs, ${calls.length} calls:\n${calls.join('\n')}`);
  for (const { scene } of scenes) await scene.close();
  expect(calls.length).toBeGreaterThan(10);
});
