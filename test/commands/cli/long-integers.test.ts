import { expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { program } from '#test/support/program.ts';

const ID = '12345678901234567891';

/** Answers with the id that it was handed, all digits of it, and calls a tool with it. */
const AGENT = program('long-integers.mjs');

const CASES = [`right: ${ID}`, `wrong: 12345678901234567892`].map((line) => {
  const [id, user] = line.split(': ');
  return `  - {id: ${id}, input: x, context: {user: ${ID}}, expect: {tools: [{name: find, args: {user: ${user}}}], state: {user: ${user}}}}\n`;
});

test('integers beyond 2^53 keep their digits from the case through the agent to results and trajectories, and are equal only when they are', async () => {
  await using folder = await folderWith({
    'agent-eval.yml': 'version: 1\nagent: {command: [node, agent.mjs]}\ncases: [c.yml]\ntrials: 1\n',
    'agent.mjs': AGENT,
    'c.yml': `cases:\n${CASES.join('')}`,
  });
  const { exitCode, stderr } = await folder.cli(['run', '--fail-on', 'never', '--output', 'out']);
  expect(exitCode, stderr).toBe(0);
  const read = (name: string) => folder.read(`out/${name}`);
  const results: { cases: { id: string; trials: { outcome: string }[] }[] } = JSON.parse(await read('results.json'));
  expect(results.cases.map(({ id, trials }) => [id, trials[0]?.outcome])).toEqual([
    ['right', 'passed'],
    ['wrong', 'failed'],
  ]);
  const trajectories = await read('trajectories.jsonl');
  expect(trajectories).toContain(`"arguments":{"user":${ID}}`);
  expect(trajectories).toContain(`"state":{"user":${ID}}`);
  expect(await read('results.json')).toContain('12345678901234567892');
});
