import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';
import { json, scriptedSuite } from '#test/support/scripted-suite.ts';

/** One agent with two suites. */
const FILES = {
  ...scriptedSuite({ one: {}, two: {} }, { cases: ['evals/one.yml'] }),
  'evals/cases.yml': null,
  'evals/one.yml': casesOf('one'),
  'evals/two.yml': casesOf('two'),
};
const SECOND = scriptedSuite({}, { cases: ['evals/two.yml'] })['agent-eval.yml'] ?? '';

it('a second suite without a key has a folder of its own: the results of the first stay where its outputs say', async ({
  openScene,
}) => {
  const scene = await openScene({ ...FILES, 'second.yml': SECOND });
  const temp = await mkdtemp(join(tmpdir(), 'job-'));
  try {
    const env = { RUNNER_TEMP: temp };
    const first = await scene.pushMain({ env });
    const github = { runId: first.run.id, runAttempt: 1 };
    const second = await scene.pushMain({ env, github, inputs: { config: 'second.yml' } });
    for (const { exitCode, stdout } of [first, second]) expect(exitCode, stdout).toBe(0);
    expect(first.outputs['results-path']).toBe(join(temp, 'agent-eval-results/results.json'));
    expect(second.outputs['results-path']).toBe(join(temp, 'agent-eval-results-2/results.json'));
    expect(await idsIn(first.outputs['results-path'])).toEqual(['one']);
    expect(await idsIn(second.outputs['results-path'])).toEqual(['two']);
    expect(first.stdout).not.toContain('agent-eval-results-2');
    expect(second.stdout).toMatch(/holds the results of an earlier step.*agent-eval-results-2.*"key"/);
  } finally {
    await rm(temp, { recursive: true });
  }
});

function casesOf(id: string): string {
  return json({ cases: [{ id, input: `input of ${id}`, expect: { response: { contains: ['well'] } } }] });
}

async function idsIn(path = ''): Promise<readonly string[]> {
  const { cases }: { cases: readonly { readonly id: string }[] } = JSON.parse(await readFile(path, 'utf8'));
  return cases.map(({ id }) => id);
}
