import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { newFolder } from '#test/support/new-folder.ts';
import { it } from '#test/support/scene.ts';
import { scriptedSuite } from '#test/support/scripted-suite.ts';
import { readTrace, traced } from '#test/support/trace.ts';
import type { FakeGitHub } from '#test/testing/github/fake-github.ts';

/** Two cases answer, the third hangs with two generations of children, the fourth is never reached. */
const HANGING = { one: {}, two: {}, hangs: { step: { spawn: true as const } }, four: {} };

/** From the signal to the end, in milliseconds. */
const PATIENCE = 5000;

it.for([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'a run that is cancelled by %s while an agent hangs ends within 5 s with %i, keeps what there is, leaves no process and no green',
  async ([signal, code], { openScene }) => {
    const scene = await openScene(scriptedSuite(HANGING, { trials: 1 }));
    const { event, checkout } = await scene.openPull();
    const temp = newFolder('results');
    const cancelled = clock(traced(checkout, 'hangs#1.1'));
    const result = await scene.run(event, {
      workspace: checkout,
      env: { RUNNER_TEMP: temp },
      signalAfter: { when: cancelled.when, signal },
    });
    expect(cancelled.elapsed()).toBeLessThan(PATIENCE);
    expect(result).toExit(code);
    expect(result.outputs).toMatchObject({ verdict: 'inconclusive', passed: 'false' });
    expect(result.summary).toMatch(
      /^### ❔ Agent eval can't tell \(blocks\): the run is not complete \(it was cancelled after 2 of 4 trials\)/m,
    );
    const results = JSON.parse(await readFile(join(temp, 'agent-eval-results', 'results.json'), 'utf8'));
    expect(results).toMatchObject({ complete: false, stop: { reason: 'cancelled' } });
    expect(await readTrace(checkout)).toEqual(['start', 'one#1.1', 'two#1.1', 'hangs#1.1']);
    expect(scene.fake.state.comments[0]?.body).toContain('it was cancelled after 2 of 4 trials');
  },
);

it.for([
  ['the baseline is looked up', /\/actions\/workflows\//],
  ['the artifact is uploaded', /CreateArtifact$/],
  ['the comment is written', /\/issues\/1\/comments$/],
] as const)(
  'a run that is cancelled while %s, which GitHub never answers, ends within 5 s',
  async ([, path], { openScene }) => {
    const scene = await openScene(scriptedSuite({ one: {} }));
    scene.fake.failNext({ path, hang: true, times: 10 });
    const cancelled = clock(asked(scene.fake, path));
    const result = await scene.runPull({}, { signalAfter: { when: cancelled.when } });
    expect(cancelled.elapsed()).toBeLessThan(PATIENCE);
    expect(result).toExit(130);
  },
);

/** Measures from the moment a promise is kept. */
function clock(when: Promise<unknown>): { readonly when: Promise<unknown>; readonly elapsed: () => number } {
  let since = Number.POSITIVE_INFINITY;
  const kept = when.then(() => {
    since = performance.now();
  });
  return { when: kept, elapsed: () => performance.now() - since };
}

/** Resolves once GitHub was asked for a path. */
async function asked(fake: FakeGitHub, path: RegExp): Promise<void> {
  while (!fake.requests.some((request) => path.test(request.path))) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
