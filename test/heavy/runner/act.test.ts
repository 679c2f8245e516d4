/** The workflow of an example, as users copy it, driven by a real workflow runner: main pushes, then a pull request. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pushEvent } from '#test/testing/github/payloads.ts';
import { type ActScene, stageAct, WORKFLOW } from '../support/act-scene.ts';
import { goProgram } from '../support/go-program.ts';
import { peer } from '../support/peer.ts';

const act = await peer('act from the Go module proxy', () => goProgram('act', 'github.com/nektos/act@v0.2.87'));

const ROOT = join(import.meta.dirname, '../../..');

describe.skipIf(act.missing)("the example's workflow on act", () => {
  let scene: ActScene;

  beforeAll(async () => {
    scene = await stageAct(await exampleFiles(), act.get());
  });

  afterAll(() => scene.close());

  test('main stores its results, and a pull request is compared with them, in a comment', async () => {
    const { fake, repository } = scene;
    const main = repository.main();
    const pushed = await scene.run(pushEvent(fake.state, { after: main }), repository.path);
    expect(pushed).toExit(0);
    expect(fake.state.artifacts.map(({ name }) => name)).toContain('agent-eval-results');

    const { pull, event, checkout } = await scene.openPull({ 'notes.md': 'nothing that matters\n' });
    const judged = await scene.run(event, checkout);
    expect(judged).toExit(0);
    const [comment, ...more] = fake.state.comments.filter(({ issueNumber }) => issueNumber === pull.number);
    expect(more).toEqual([]);
    expect(comment?.body, judged.stdout).toMatch(/^### \S+ .+/m);
    expect(comment?.body).toContain(main.slice(0, 7));
    expect(judged.stdout).not.toContain(fake.state.token.value);
    expect(fake.violations).toEqual([]);
  });
});

/** The example without its explanations, its workflow where GitHub looks for it. */
async function exampleFiles(): Promise<Record<string, string>> {
  const example = join(ROOT, 'examples/recorded');
  const paths = await readdir(example, { recursive: true, withFileTypes: true });
  const files = paths.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file): Promise<[string, string]> => {
        const path = file.slice(example.length + 1);
        return [path === 'workflow.yml' ? WORKFLOW : path, await readFile(file, 'utf8')];
      }),
    ),
  );
}
