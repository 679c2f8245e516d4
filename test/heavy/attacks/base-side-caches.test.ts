import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { answeringSuite, machine, worker } from '#test/support/base-side.ts';
import { readable } from '#test/support/markdown.ts';
import { it } from '#test/support/scene.ts';

/** Keeps what it read, as honest programs do, in every place that a user has for it. */
const CACHING = worker(
  'known()',
  `const places = [homedir(), tmpdir(), process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')];
const known = () => {
  for (const place of places) {
    const cache = join(place, 'answer-cache.txt');
    if (!existsSync(cache)) {
      mkdirSync(place, { recursive: true });
      writeFileSync(cache, own());
    }
  }
  return places.map((place) => readFileSync(join(place, 'answer-cache.txt'), 'utf8')).join();
};`,
);

it("what a change leaves in a cache of its home or temporary folder is not what main's commit answers with", async (openScene) => {
  const scene = await openScene(answeringSuite(CACHING));
  await scene.pushMain({ ...(await machine()).options });
  const { home, options } = await machine();
  const result = await scene.runPull({ 'answer.txt': 'no idea' }, options);
  expect(result).toDecide('fail');
  expect(result.exitCode).toBe(1);
  expect(readable(result.summary)).toContain('In fresh trials of both, pass rate is 100 % on main');
  expect(existsSync(join(home, 'answer-cache.txt')), 'the change has the home of the job').toBe(true);
});
