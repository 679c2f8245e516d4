import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ResultsFile } from '#gate/baseline/results/results-file.ts';
import { environmentOf, modelSuite, PROGRAM } from '#test/support/model-suite.ts';
import { newFolder } from '#test/support/new-folder.ts';
import { runCli } from '#test/support/run-cli.ts';
import { it } from '#test/support/scene.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { parseRequestSegment } from '#trials/trial/request-segment.ts';

/** As coding agents do, it tells its model where it works. */
const AGENT = `
import { createInterface } from 'node:readline';
import { homedir, tmpdir } from 'node:os';
const here = process.cwd();
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, workspace, base_urls } = JSON.parse(line);
  const places = ['Working directory: ' + here, 'Copy: ' + (workspace ?? 'none') + '/src', 'Home: ' + homedir(), 'Temporary: ' + tmpdir() + '/x', 'Memory: ~/.claude/projects/' + here.replace(/[^A-Za-z0-9]/g, '-') + '/memory'];
  const messages = [{ role: 'system', content: places.join('\\n') }, { role: 'user', content: 'Go' }];
  const answer = await fetch((base_urls?.openai ?? process.env.OPENAI_BASE_URL) + '/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY },
    body: JSON.stringify({ model: 'small', messages }),
  });
  await answer.text();
  console.log(JSON.stringify({ id, output: 'all is well', tool_calls: [] }));
});
`;

it('a prompt that names the folders of its side is the same prompt in two checkouts', async (openScene) => {
  const temporary = newFolder('places');
  await using server = await startModelServer('all is well');
  const { repository } = await openScene({
    ...modelSuite(PROGRAM, { one: { workspace: 'fixture' }, two: {} }),
    'fixture/src/a.txt': 'a',
    'agent.mjs': AGENT,
  });
  const env = { ...environmentOf(server), TMPDIR: temporary, HOME: join(temporary, 'home') };
  const run = await runCli(repository.path, ['run', '--against', 'main', '--trajectories', 'all'], { env });
  expect(run).toExit(0);
  const main = /Results of main .*: (\S+)\/results\.json/.exec(run.stderr)?.[1] ?? '';
  const sides = await Promise.all(
    [main, 'agent-eval-results'].map(async (folder) => {
      const read = (name: string) => readFile(join(repository.path, folder, name), 'utf8');
      const { agent }: ResultsFile = JSON.parse(await read('results.json'));
      const segments = (await read('requests.jsonl'))
        .split('\n')
        .flatMap((line) => parseRequestSegment(line) ?? [])
        .filter(({ kind }) => kind === 'system');
      const calls = [...(await read('trajectories.jsonl')).matchAll(/"request":\[[^\]]*\]/g)].map(([text]) => text);
      expect(agent.shown?.prompts.join('\n')).toContain('Working directory: [checkout]');
      return {
        prompts: agent.shown?.prompts,
        segments: segments.map(({ hash, text }) => ({ hash, lines: text.split('\n') })),
        calls,
      };
    }),
  );
  const prompts = sides.map(({ segments }) => segments.map(({ lines }) => lines));
  expect(prompts[0]).toEqual(
    ['[workspace]', 'none'].map((copy) => [
      'Working directory: [checkout]',
      `Copy: ${copy}/src`,
      'Home: [home]',
      'Temporary: [temporary]/x',
      'Memory: ~/.claude/projects/[checkout]/memory',
    ]),
  );
  expect(sides[0]).toEqual(sides[1]);
});
