import { expect, it } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { modelSuite } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';

/** Says nothing but what its input asks for; a file is its work. */
const AGENT = program('silent-once.mjs');

it('silence is no answer: no demand on an answer holds, but those on the work are judged as ever', async () => {
  const polite = { response: { not_contains: ['never'] } };
  const cases = {
    nothing: { input: 'nothing', expect: polite },
    breaks: { input: 'line breaks', expect: polite },
    empty: { input: 'an empty text', expect: polite },
    colours: { input: 'colours', expect: polite },
    work: { input: 'nothing', workspace: 'fixture', expect: { files: { 'done.txt': { contains: ['done'] } } } },
    wanted: { input: 'nothing', expect: { response: { equals: '' } } },
  };
  const files = modelSuite({ command: [process.execPath, 'agent.mjs'], mode: 'one-shot' }, cases);
  await using folder = await folderWith({ ...files, 'agent.mjs': AGENT, 'fixture/readme.md': 'a workspace' });
  const run = await folder.cli(['run', '--json']);
  expect(await folder.outcomes(), run.stderr).toEqual({
    nothing: 'failed',
    breaks: 'failed',
    empty: 'failed',
    colours: 'failed',
    work: 'passed',
    wanted: 'passed',
  });
  expect(run.stderr).toContain('the agent gave no answer');
});
