import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { answeringSuite, worker } from '#test/support/base-side.ts';
import { newestResults, trialsOf } from '#test/support/drifting-suite.ts';
import { readable } from '#test/support/markdown.ts';
import { it } from '#test/support/scene.ts';

const CASES = 4;
const TRIALS = 3;

it("an incident of the provider that only the change's first trials hit does not make the change red", async (openScene) => {
  const folder = await mkdtemp(join(tmpdir(), 'incident-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const left = join(folder, 'left.txt');
  await writeFile(left, '0');
  const scene = await openScene(answeringSuite(failsWhile(left), { concurrency: 1 }));
  await scene.pushMain();

  await writeFile(left, String(CASES * TRIALS));
  const result = await scene.runPull({ 'README.md': 'words' });
  expect(await readFile(left, 'utf8'), 'the incident hit every first trial').toBe('0');
  expect(result.outputs, result.stdout).toMatchObject({ verdict: 'pass' });
  expect(result.exitCode).toBe(0);
  expect(readable(result.summary)).toMatch(
    /looked worse, but not when main and this change were tried again just now \(main at [0-9a-f]{7}\): pass rate 100 %/,
  );
  const [own, main] = [newestResults(scene), newestResults(scene, 'confirmation.json')];
  expect(new Set(Object.values(trialsOf(own)))).toEqual(new Set([TRIALS + 5]));
  expect(new Set(Object.values(trialsOf(main)))).toEqual(new Set([5]));
});

/** An agent whose provider fails as many answers as a file says are left of an incident. */
function failsWhile(left: string): string {
  return worker(
    'answer()',
    `const answer = () => {
  const left = Number(readFileSync(${JSON.stringify(left)}, 'utf8'));
  if (left === 0) return own();
  writeFileSync(${JSON.stringify(left)}, String(left - 1));
  return 'no idea';
};`,
  );
}
