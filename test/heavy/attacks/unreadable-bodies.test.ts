import { expect, it } from 'vitest';
import { endsOf, modelSuite, runOnce } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

/** By the body that an agent sends: how it is refused. All name a conversation of somebody else; most ask for the background. */
const BODIES: Readonly<Record<string, string>> = {
  plain: '400',
  NaN: 'is not JSON',
  'a comma too many': 'is not JSON',
  'a raw tab': 'is not JSON',
  'a raw NUL': 'is not JSON',
  'a byte order mark': 'begins with a byte order mark',
  'UTF-16': 'is not JSON',
  'UTF-16 with its mark': 'is not UTF-8',
  'Latin-1': 'is not UTF-8',
  'two objects': 'is not JSON',
  'a list': 'is no JSON object',
  'a key twice': 'names a key twice',
  'a key twice, escaped': 'names a key twice',
  'a key twice, deeper': 'names a key twice',
  'a form with the JSON': 'is a form',
  'another charset': '403',
};

it('no body that a provider may read in another way than the recorder leaves it with the key', async () => {
  await using server = await startModelServer('well');
  const cases = Object.fromEntries(
    Object.entries(BODIES).map(([input, refusal], at) => [
      `case-${at}`,
      { input, expect: { response: { contains: [refusal], matches: ['^40[03] '] } } },
    ]),
  );
  const agent = { command: [process.execPath, 'agent.mjs'], record: true };
  const files = modelSuite(agent, cases, { concurrency: 2 });
  const run = await runOnce({ ...files, 'agent.mjs': program('odd-bodies.mjs') }, server);
  expect(endsOf(run), run.stderr).toEqual(Object.keys(BODIES).map(() => 'passed'));
  expect(server.requests, 'nothing was sent').toEqual([]);
});
