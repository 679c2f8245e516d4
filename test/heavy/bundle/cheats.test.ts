/** Ways to turn a red green without mending it, pushed one after the other onto a pull request that breaks a case: none is green and unnamed. */
import { expect } from 'vitest';
import { BROKEN, CHEATS, MAIN } from '#test/support/cheats.ts';
import { comment, it, type RunOptions } from '#test/support/scene.ts';

/** Pushes add to the branch: what an earlier cheat left is taken back. */
const LEFT = CHEATS.flatMap(({ files = {} }) => Object.keys(files));
const UNTOUCHED = Object.fromEntries(LEFT.map((path) => [path, MAIN[path] ?? null]));
const NEVER = { confirm: 'never', 'html-report': 'false' };

it('a cheat ends red, open with its name, or green with its name on the first screen; what can not be seen says so', async (openScene) => {
  const scene = await openScene(MAIN);
  await scene.pushMain({ inputs: NEVER });
  const honest = await scene.runPull(BROKEN, { inputs: NEVER });
  expect(honest.outputs['verdict'], honest.stdout).toBe('fail');
  const ends: Record<string, string> = {};
  const seen: Record<string, string> = {};
  for (const { cheat, files = {}, inputs = {}, pull, names } of CHEATS) {
    const options: RunOptions = { inputs: { ...NEVER, ...inputs } };
    Object.assign(scene.fake.state.pullRequests[0] ?? {}, { draft: false, labels: [], ...pull });
    const { exitCode, outputs, stdout } = await scene.runPull({ ...UNTOUCHED, ...BROKEN, ...files }, options);
    const end = exitCode === 0 ? 'pass' : `${outputs['verdict'] ?? 'error'}`;
    const first = comment(scene).split('<details>')[0] ?? '';
    const seenAs = names === undefined && end === 'pass' ? 'unseen' : end;
    ends[cheat] = names?.test(first) === false ? `${end}, unnamed` : seenAs;
    seen[cheat] = `${first.slice(0, 1500)}\n${stdout.slice(-300)}`;
  }
  const wrong = CHEATS.filter(({ cheat, end }) => ends[cheat] !== end).map(
    ({ cheat, end }) => `${cheat}: ${ends[cheat]}, not ${end}\n${seen[cheat]}`,
  );
  expect(wrong.join('\n\n')).toBe('');
  expect(CHEATS.length).toBeGreaterThanOrEqual(40);
});
