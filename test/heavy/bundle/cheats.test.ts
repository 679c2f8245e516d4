/** Ways to turn a red green without mending it, pushed one after the other onto a pull request that breaks a case: none is green and unnamed. */
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Repair } from '#report/outputs/repair-schema.ts';
import { CHEATS, type Push, STAGES } from '#test/support/cheats.ts';
import { comment, it, type RunOptions, type Scene } from '#test/support/scene.ts';
import { artifactFiles } from '#test/support/stored-artifact.ts';
import type { WorkspaceFiles } from '#test/testing/github/workspace.ts';

it.for(STAGES)(
  'a cheat ends red, open with its name, or green with its name on the first screen, and who mends is accused of none; what can not be seen says so ($name)',
  async ({ main, broken, open, attempts }, { openScene }) => {
    await using opened = await open?.();
    const run = (inputs: RunOptions['inputs'] = {}) => ({
      ...(opened && { env: opened.env }),
      inputs: { confirm: 'never', 'html-report': 'false', ...inputs },
    });
    const scene = await openScene(main);
    await scene.pushMain(run());
    const mend = Object.fromEntries(Object.keys(broken).map((path) => [path, main[path] ?? null]));
    // Pushes add to the branch: what an earlier one left is taken back.
    const left = attempts.flatMap(({ files, links, honest, beside }) =>
      [{ files, links }, honest, beside].flatMap((push) => Object.keys({ ...push?.files, ...push?.links })),
    );
    const untouched = Object.fromEntries(left.map((path) => [path, main[path] ?? null]));
    async function pushed({ files, links = {}, inputs, pull }: Push, of: WorkspaceFiles) {
      Object.assign(scene.fake.state.pullRequests[0] ?? {}, { draft: false, labels: [], ...pull });
      const changes = Object.entries({ ...untouched, ...of, ...files }).filter(([path]) => !(path in links));
      await pushLinks(scene, links);
      const { exitCode, outputs, stdout } = await scene.runPull(Object.fromEntries(changes), run(inputs));
      const end = exitCode === 0 ? 'pass' : `${outputs['verdict'] ?? 'error'}`;
      return { end, first: unfolded(comment(scene)), stdout };
    }
    const red = await pushed({}, broken);
    expect(red.end, red.stdout).toBe('fail');
    const once = dropIn(scene);
    const green = await pushed({ files: { 'notes.md': 'mended' } }, mend);
    expect(green.end, green.stdout).toBe('pass');
    const wrong: string[] = [];
    const tell = ({ first, stdout }: typeof red, words: string) =>
      wrong.push(`${words}\n${first.slice(0, 1500)}\n${stdout.slice(-300)}`);
    const accuse = (control: typeof red, cheats: (typeof attempts)[number]['cheats']) => {
      const accused = cheats.flatMap(({ cheat, names }) => (names?.test(control.first) ? [cheat] : []));
      if (accused.length > 0) tell(control, `accused: ${accused}`);
    };
    for (const { cheats, end, broken: breaks = broken, honest, ...push } of attempts) {
      const made = await pushed(push, breaks);
      const block = made.end === 'fail' || made.end === 'inconclusive' ? repairIn(scene) : null;
      for (const item of cheats) {
        const ended = endOf(item, made, block);
        if (ended !== end) tell(made, `${item.cheat}: ${ended}, not ${end}`);
      }
      const abouts = new Set(cheats.flatMap(({ about = [] }) => about));
      if (end === 'fail' && abouts.size > 0) expect(dropIn(scene), cheats[0]?.cheat).toBeCloseTo(once * abouts.size);
      const mended =
        end === 'fail' || honest !== undefined ? await pushed(honest ?? push, { ...breaks, ...mend }) : green;
      const controls = [
        ...(cheats.some(({ names }) => names) && !('fail-on' in (push.inputs ?? {})) ? [red] : []),
        green,
        mended,
      ];
      for (const control of controls) accuse(control, cheats);
      if (mended.end !== 'pass') tell(mended, `who mends, and ${cheats.map(({ cheat }) => cheat)}: ${mended.end}`);
    }
    const besides = attempts.flatMap(({ beside }) => beside ?? []);
    const others = await pushed(
      {
        files: Object.assign({}, ...besides.map(({ files }) => files)),
        links: Object.assign({}, ...besides.map(({ links }) => links)),
        inputs: Object.assign({}, ...besides.map(({ inputs }) => inputs)),
      },
      mend,
    );
    if (others.end !== 'pass') tell(others, `what may be pushed beside: ${others.end}`);
    accuse(
      others,
      attempts.flatMap(({ cheats }) => cheats),
    );
    expect(wrong.join('\n\n')).toBe('');
    expect(CHEATS.length).toBeGreaterThanOrEqual(40);
  },
);

/** How a cheat ended. Of those that are pushed at once each is red or open by itself. */
function endOf(
  { names, about }: (typeof STAGES)[number]['attempts'][number]['cheats'][number],
  { end, first }: { readonly end: string; readonly first: string },
  block: Repair | null,
): string {
  if (names?.test(first) === false) return `${end}, unnamed`;
  if (names === undefined && end === 'pass') return 'unseen';
  const isOwn =
    about === undefined ||
    block === null ||
    (names === undefined
      ? block.broken.some((item) => item.case === about)
      : block.open.some(({ quoted }) => names.test(quoted)));
  return isOwn ? end : `${end} by others alone: ${JSON.stringify([block.broken.map((item) => item.case), block.open])}`;
}

function repairIn({ fake }: Scene): Repair {
  return JSON.parse(artifactFiles(fake.state)['repair.json'] ?? '');
}

/** By how much the pass rate fell. */
function dropIn(scene: Scene): number {
  const { main, here } = repairIn(scene).worse.find(({ metric }) => metric === 'pass_rate') ?? {};
  return (main ?? Number.NaN) - (here ?? Number.NaN);
}

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
  await repository.git('commit', '--quiet', '--allow-empty', '--message', 'link');
  await repository.branch('main');
}
