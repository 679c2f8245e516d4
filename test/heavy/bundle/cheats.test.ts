/** Ways to turn a red green without mending it, pushed one after the other onto a pull request that breaks a case: none is green and unnamed. */
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CHEATS, STAGES } from '#test/support/cheats.ts';
import { comment, it, type RunOptions, type Scene } from '#test/support/scene.ts';

it.for(STAGES)(
  'a cheat ends red, open with its name, or green with its name on the first screen, and who mends is accused of none; what can not be seen says so ($name)',
  async ({ main, broken, open, cheats }, { openScene }) => {
    await using opened = await open?.();
    const run = (inputs: RunOptions['inputs'] = {}) => ({
      ...(opened && { env: opened.env }),
      inputs: { confirm: 'never', 'html-report': 'false', ...inputs },
    });
    const scene = await openScene(main);
    await scene.pushMain(run());
    const honest = await scene.runPull(broken, run());
    expect(honest.outputs['verdict'], honest.stdout).toBe('fail');
    const red = unfolded(comment(scene));
    const mend = Object.fromEntries(Object.keys(broken).map((path) => [path, main[path] ?? null]));
    const mended = await scene.runPull({ ...mend, 'notes.md': 'mended' }, run());
    expect([mended.exitCode, mended.outputs['verdict']], mended.stdout).toEqual([0, 'pass']);
    const green = unfolded(comment(scene));
    const accused = cheats.filter(
      // Whoever never fails is named by the red itself.
      ({ names, inputs = {} }) => names?.test(green) || (!('fail-on' in inputs) && names?.test(red)),
    );
    expect(accused.map(({ cheat }) => cheat)).toEqual([]);
    // Pushes add to the branch: what an earlier cheat left is taken back.
    const left = cheats.flatMap(({ files, links }) => Object.keys({ ...files, ...links }));
    const untouched = Object.fromEntries(left.map((path) => [path, main[path] ?? null]));
    const wrong: string[] = [];
    for (const { cheat, files, links = {}, inputs, pull, end: expected, names } of cheats) {
      Object.assign(scene.fake.state.pullRequests[0] ?? {}, { draft: false, labels: [], ...pull });
      const changes = Object.entries({ ...untouched, ...broken, ...files }).filter(([path]) => !(path in links));
      await pushLinks(scene, links);
      const { exitCode, outputs, stdout } = await scene.runPull(Object.fromEntries(changes), run(inputs));
      const end = exitCode === 0 ? 'pass' : `${outputs['verdict'] ?? 'error'}`;
      const first = unfolded(comment(scene));
      const seenAs = names === undefined && end === 'pass' ? 'unseen' : end;
      const ended = names?.test(first) === false ? `${end}, unnamed` : seenAs;
      if (ended !== expected)
        wrong.push(`${cheat}: ${ended}, not ${expected}\n${first.slice(0, 1500)}\n${stdout.slice(-300)}`);
    }
    expect(wrong.join('\n\n')).toBe('');
    expect(CHEATS.length).toBeGreaterThanOrEqual(40);
  },
);

/** What a comment shows before anything is opened. */
function unfolded(text: string): string {
  const without = text.replace(/<details>(?:(?!<details>)[\s\S])*?<\/details>/g, '');
  return without === text ? text : unfolded(without);
}

/** Commits links to the branch of the pull request. */
async function pushLinks({ repository }: Scene, links: Readonly<Record<string, string>>): Promise<void> {
  if (Object.keys(links).length === 0) return;
  await repository.branch('feature');
  for (const [path, target] of Object.entries(links)) {
    await rm(join(repository.path, path), { force: true });
    await symlink(target, join(repository.path, path));
  }
  await repository.git('add', '--all');
  await repository.git('commit', '--quiet', '--message', 'link');
  await repository.branch('main');
}
