import { FAST_TIMERS } from '#test/support/fast-timers.ts';
import type { StagedScene } from '#test/support/scene.ts';
import { tries } from '#test/support/tries.ts';
import type { FakeEvent } from '#test/testing/github/events.ts';
import type { ActionResult } from '#test/testing/github/runner.ts';
import { ANSWERS, type Call, callsOf } from './failing-calls.ts';

/** A run that can be repeated: its scene is put back to what it was before. */
export type Repeatable = {
  readonly scene: StagedScene;
  readonly event: FakeEvent;
  readonly workspace: string;
};

/** One run in which two calls fail in the same way: one before the verdict, one that publishes it. */
export type FailedRun = {
  readonly how: string;
  readonly asked: Call;
  readonly published: Call;
  readonly result: ActionResult;
  /** What the run left on GitHub. */
  readonly comments: number;
  readonly artifacts: number;
  readonly checks: readonly (string | null)[];
  /** How many requests were never answered. */
  readonly unanswered: number;
};

/** What publishes a verdict; every other call comes before it. */
const PUBLISHES = /check-runs|(?:Create|Finalize)Artifact|\/blobs\/upload|\/issues\/|\/pulls\//;

/**
 * Makes calls of a run fail in turn, on a schedule every call in every way, and hands over what came of it. A fault lasts as long as the run. The
 * runs are spread over several equal scenes; no two at once in one scene.
 */
export async function eachFailure(
  scenes: readonly Repeatable[],
  check: (run: FailedRun) => void,
): Promise<{ readonly runs: number; readonly calls: readonly string[] }> {
  const all = Object.keys(ANSWERS).flatMap((how) =>
    Array.from({ length: 99 }, (_, index) => ({ how, index })).filter(({ index }) => isTurnOf(how, index)),
  );
  // Every way once, each at another call.
  const some = Object.keys(ANSWERS).map((how, at) => ({ how, index: at }));
  const jobs = tries(all.length) === all.length ? all : some;
  let runs = 0;
  let labels: readonly string[] = [];
  await Promise.all(
    scenes.map(async (repeatable) => {
      const calls = await healthyCalls(repeatable);
      labels = calls.map(({ label }) => label);
      const before = calls.filter(({ label }) => !PUBLISHES.test(label));
      const publishing = calls.filter(({ label }) => PUBLISHES.test(label));
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
        const { how, index } = job;
        // Silence is waited for only so long in one run, whoever is silent: one call at a time.
        const isSilence = how === 'no answer';
        if (index >= (isSilence ? calls.length : Math.max(before.length, publishing.length))) continue;
        const asked = isSilence ? calls[index] : before[index % before.length];
        const published = isSilence ? asked : publishing[index % publishing.length];
        if (asked === undefined || published === undefined) throw new Error('a healthy run asks nothing');
        check(await failedRun(repeatable, { how, asked, published }));
        runs += 1;
      }
    }),
  );
  return { runs, calls: labels };
}

/** The two answers of a server that is broken take turns from call to call: nobody tells them apart. */
function isTurnOf(how: string, index: number): boolean {
  if (how === '500') return index % 2 === 0;
  return how !== '503' || index % 2 === 1;
}

async function healthyCalls({ scene, event, workspace }: Repeatable): Promise<readonly Call[]> {
  const restore = snapshot(scene);
  const from = scene.fake.requests.length;
  await scene.run(event, { workspace, ...OPTIONS });
  restore();
  return callsOf(scene.fake.requests.slice(from));
}

async function failedRun(
  { scene, event, workspace }: Repeatable,
  { how, asked, published }: Pick<FailedRun, 'how' | 'asked' | 'published'>,
): Promise<FailedRun> {
  const { state } = scene.fake;
  const restore = snapshot(scene);
  const answer = ANSWERS[how as keyof typeof ANSWERS];
  for (const { fault } of [asked, published]) scene.fake.failNext({ ...answer, ...fault, times: 999 });
  const [artifacts, askedBefore] = [state.artifacts.length, scene.fake.requests.length];
  const result = await scene.run(event, { workspace, ...OPTIONS });
  const left = {
    comments: state.comments.length,
    artifacts: state.artifacts.length - artifacts,
    checks: state.checkRuns.map(({ conclusion }) => conclusion),
    unanswered: scene.fake.requests.slice(askedBefore).filter(({ status }) => status === null).length,
  };
  restore();
  return { how, asked, published, result, ...left };
}

/** Remembers what GitHub knows; the function that it returns makes it forget what came after. */
function snapshot({ fake: { state } }: StagedScene): () => void {
  const lists = [state.comments, state.checkRuns, state.runs, state.artifacts, state.faults];
  const sizes = lists.map(({ length }) => length);
  return () => {
    for (const [index, list] of lists.entries()) list.length = sizes[index] ?? 0;
  };
}

const OPTIONS = { env: FAST_TIMERS, inputs: { 'check-run': 'true', confirm: 'never' } };
