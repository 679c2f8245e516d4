import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { evaluateWorkspace } from '#commands/compose/evaluate-workspace.ts';
import { TRIALS_FILE } from '#runner/workspace/results/result-folder.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { folderRequest } from '#test/support/workspace-request.ts';

test('a run that can not be resumed is refused before its agent is opened', async () => {
  const folder = newFolder('resume');
  const output_folder = join(folder, 'results');
  await mkdir(output_folder);
  await writeFile(join(output_folder, TRIALS_FILE), '{"run":{"config":"another"}}\n');
  await writeFile(join(folder, 'broken.jsonl'), 'no trajectory');
  await writeFile(
    join(folder, 'agent-eval.yml'),
    JSON.stringify({ version: 1, agent: { recorded: 'broken.jsonl' }, cases: ['cases.json'] }),
  );
  const cases = [{ id: 'one', input: 'hi', expect: { response: { contains: ['yes'] } } }];
  await writeFile(join(folder, 'cases.json'), JSON.stringify({ cases }));
  const request = folderRequest(folder);
  const result = await evaluateWorkspace({
    ...request,
    folders: { ...request.folders, output_folder },
    storage: { resume: true, trajectories: 'none' },
  });
  expect(result).toMatchObject({ kind: 'refused', problem: expect.stringMatching(/^--resume: the interrupted run/) });
});
