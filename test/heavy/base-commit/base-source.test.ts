import { realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { githubBaseSource } from '#commands/action/github-base-source.ts';
import { localBaseSource } from '#commands/compose/base-source.ts';
import { readRun } from '#test/commands/read-run.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { startFakeGitHub } from '#test/testing/github/fake-github.ts';
import { pushEvent } from '#test/testing/github/payloads.ts';
import { addCommit, sha } from '#test/testing/github/state-builders.ts';
import { createRepository } from '#test/testing/github/workspace.ts';

describe('where the run happens in the repository', () => {
  test('is told through links too', async () => {
    const repository = await createRepository({ 'services/bot/a.txt': 'x' });
    const folder = newFolder('linked');
    onTestFinished(async () => {
      await repository[Symbol.asyncDispose]();
    });
    await symlink(join(repository.path, 'services'), join(folder, 'link'));
    expect(await localBaseSource(join(folder, 'link/bot'))).toMatchObject({ folder: 'services/bot' });
    expect(await localBaseSource(repository.path)).toMatchObject({ folder: '' });
    expect(await localBaseSource(folder)).toBeNull();
  });

  test('is told on GitHub, with the address of the repository that the runner names', async () => {
    const repository = await createRepository({ 'services/bot/a.txt': 'x' });
    await using fake = await startFakeGitHub();
    onTestFinished(() => repository[Symbol.asyncDispose]());
    addCommit(fake.state, { sha: sha('pushed'), refs: ['refs/heads/topic'] });
    const event = pushEvent(fake.state, { after: sha('pushed'), branch: 'topic' });
    const run = await readRun(fake.state, event, repository.path, { 'working-directory': 'services/bot' });
    expect(await githubBaseSource(run)).toEqual({
      commits: {
        kind: 'remote',
        url: `${run.context.serverUrl}/${run.context.repository.owner}/${run.context.repository.name}`,
        token: 't',
      },
      root: await realpath(repository.path),
      folder: 'services/bot',
    });
  });
});
