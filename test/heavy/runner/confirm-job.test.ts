/** The two jobs of docs/confirmation.md, as users copy them, driven by a real workflow runner. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { starterWorkflow } from '#commands/cli/starter/starter-files.ts';
import { answeringSuite, worker } from '#test/support/base-side.ts';
import { readable } from '#test/support/markdown.ts';
import { pushEvent } from '#test/testing/github/payloads.ts';
import { type ActScene, stageAct, WORKFLOW } from '../support/act-scene.ts';
import { goProgram } from '../support/go-program.ts';
import { peer } from '../support/peer.ts';

const act = await peer('act from the Go module proxy', () => goProgram('act', 'github.com/nektos/act@v0.2.87'));

const DOCUMENT = join(import.meta.dirname, '../../../docs/confirmation.md');

describe.skipIf(act.missing)('the workflow with confirm: job on act', () => {
  let scene: ActScene;

  beforeAll(async () => {
    const text = await readFile(DOCUMENT, 'utf8');
    const [, jobs = ''] = /```yaml\n(jobs:\n.*?)```/s.exec(text) ?? [];
    const [frame = ''] = starterWorkflow({ branch: 'main', folder: '' }, { asks: false }).text.split(/^jobs:/m);
    scene = await stageAct({ ...answeringSuite(worker('own()')), [WORKFLOW]: frame + jobs }, act.get());
  });

  afterAll(() => scene.close());

  test('main stores its results; the trials of a broken pull request decide nothing, and the merge tries main again and fails', async () => {
    const { fake, repository } = scene;
    const pushed = await scene.run(pushEvent(fake.state, { after: repository.main() }), repository.path);
    expect(pushed).toExit(0);

    const { pull, event, checkout } = await scene.openPull({ 'answer.txt': 'no idea' });
    const judged = await scene.run(event, checkout);
    expect(judged).not.toExit(0);
    expect(judged.stdout).toMatch(/\[agent-eval\/trials\s*\].*Job succeeded/);
    expect(judged.stdout).toMatch(/\[agent-eval\/agent-eval\s*\].*Job failed/);
    const comments = fake.state.comments.filter(({ issueNumber }) => issueNumber === pull.number);
    expect(comments).toHaveLength(1);
    expect(readable(comments[0]?.body ?? '')).toMatch(/Of fresh trials of both, (\d+) of \1 passed on main/);
    expect(scene.git.requests.map(({ status }) => status)).toContain(200);
    expect(judged.stdout).not.toContain(fake.state.token.value);
    expect(fake.violations).toEqual([]);
  });
});
