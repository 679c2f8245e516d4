import { describe, expect } from 'vitest';
import { FAST_TIMERS } from '#test/support/fast-timers.ts';
import { it } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { mainEvent, merge, runShards, suiteOf } from '#test/support/shard-workflow.ts';
import type { FaultRequest } from '#test/testing/github/faults.ts';
import type { ActionResult } from '#test/testing/github/runner.ts';

const MAIN = scriptedSuite({ one: {} });
const CHANGE = scriptedSuite({ one: { step: { answer: { output: 'no' } } } });
const ALWAYS = 999;

/** That every call keeps its verdict whichever status it is answered with is tested in `faults/github.test.ts`. */
const FAULTS = {
  'answers nonsense': { status: 200, body: { unheard: 'of' } },
  'never answers': { hang: true },
} satisfies Record<string, FaultRequest>;

const cases = (paths: Readonly<Record<string, RegExp>>, faults: readonly (keyof typeof FAULTS)[]) =>
  Object.entries(paths).flatMap(([what, path]) =>
    faults.map((how): [string, string, FaultRequest] => [what, how, { ...FAULTS[how], path, times: ALWAYS }]),
  );

/** How a summary begins. */
const HEADLINES: Readonly<Record<string, RegExp>> = {
  pass: /^### ✅ Agent eval passed/m,
  fail: /^### ❌ Agent eval failed/m,
  inconclusive: /^### ❔ \S/m,
  error: /^### 💥 Agent eval could not/m,
};

/** What must hold of every run, whatever fails around it. */
function expectVerdict(result: ActionResult, verdict: string): void {
  expect(result.timedOut, result.stdout).toBe(false);
  expect(result).toDecide(verdict);
  expect(result.summary).toMatch(HEADLINES[verdict] ?? /no verdict/);
  expect(result.stdout + result.stderr).not.toMatch(/^ +at /m);
}

const warningsOf = ({ commands }: ActionResult): readonly string[] =>
  commands.annotations.flatMap(({ level, message }) => (level === 'warning' ? [message] : []));

describe('an artifact service that fails while results are uploaded', () => {
  const steps = { creating: /CreateArtifact$/, 'taking the bytes': /^\/blobs\/upload/ };
  it.for(cases(steps, ['answers nonsense']))(
    'at %s (%s) costs a sentence, and no verdict',
    async ([, , fault], { openScene }) => {
      const scene = await openScene(MAIN);
      await scene.storeMain();
      scene.fake.failNext(fault);
      const result = await scene.runPull(CHANGE, { env: FAST_TIMERS });
      expectVerdict(result, 'fail');
      expect(result.exitCode).toBe(1);
      expect(scene.fake.state.comments).toHaveLength(1);
      // One sentence for one cause: what does not take the results is not asked to take trajectories.
      const told = warningsOf(result).filter((message) => message.includes('not uploaded'));
      expect(told).toEqual([
        expect.stringMatching(
          /^The artifact agent-eval-results was not uploaded: .*agent-eval-trajectories .*either\.$/,
        ),
      ]);
    },
  );
});

describe('a GitHub that fails where the baseline is', () => {
  const steps = { listing: /\/artifacts\?/, downloading: /^\/blobs\/artifact/ };
  it.for(cases(steps, ['answers nonsense']))(
    'at %s it (%s) leaves the run undecided, and says why',
    async ([, , fault], { openScene }) => {
      const scene = await openScene(MAIN);
      await scene.storeMain();
      scene.fake.failNext(fault);
      const result = await scene.runPull(CHANGE, { env: FAST_TIMERS });
      expectVerdict(result, 'inconclusive');
      expect(result.stdout).toMatch(/was skipped: .*artifact/);
    },
  );
});

it('a merge of shards that GitHub does not list or hand over is an error that says so', async (openScene) => {
  const steps = { listing: /\/artifacts\?/, downloading: /^\/blobs\/artifact/ };
  const scene = await openScene(suiteOf(['one', 'two', 'three']));
  const event = await mainEvent(scene);
  const { runId } = await runShards(scene, event, [1, 2], {}, 2);
  for (const [what, how, fault] of cases(steps, ['answers nonsense', 'never answers'])) {
    scene.fake.failNext(fault);
    const result = await merge(scene, event, runId, 1, { env: FAST_TIMERS });
    scene.fake.state.faults.length = 0;
    expectVerdict(result, 'error');
    expect(result.exitCode, `${what} ${how}`).toBe(4);
  }
});

describe('a GitHub that never answers one thing', () => {
  /** Each is asked in several ways or more than once; silence at one call at a time is tested in `faults/github.test.ts`. */
  const questions = {
    'which runs there were': /\/actions\/workflows\//,
    'what files say': /\/contents\//,
  };
  it.for(Object.entries(questions))(
    '(%s) is not waited for longer than a minute and a half',
    async ([, path], { openScene }) => {
      const scene = await openScene(MAIN, { permissions: { ...PERMISSIONS, checks: 'write' } });
      await scene.storeMain();
      scene.fake.failNext({ path, hang: true, times: ALWAYS });
      const inputs = { 'check-run': 'true' };
      const result = await scene.runPull(CHANGE, { env: FAST_TIMERS, inputs });
      expect(result.timedOut, result.stdout).toBe(false);
      expect(result.outputs['verdict']).toMatch(/^(?:fail|inconclusive)$/);
      expect(result.stdout + result.stderr).not.toMatch(/^ +at /m);
      const inVain = scene.fake.requests.filter(({ status }) => status === null);
      expect(inVain.length).toBeLessThanOrEqual(6);
    },
  );
});

const PERMISSIONS = { contents: 'read', actions: 'read', pull_requests: 'write' } as const;
