import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { modelSuite, REAL_KEY, runModels } from '#test/support/model-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

/** A desk that asks one model, and hands over to another prompt with another tool in its second request. */
function agent(model: string, temperature: number, refunds: string, tools: readonly string[]): string {
  return `import { createInterface } from 'node:readline';
const tool = (name) => ({ type: 'function', function: { name, description: 'does ' + name, parameters: { type: 'object', properties: {} } } });
const ask = (system, input, tools) => fetch(process.env.OPENAI_BASE_URL + '/chat/completions', {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY },
  body: JSON.stringify({ model: '${model}', temperature: ${temperature}, tools, messages: [{ role: 'system', content: system }, { role: 'user', content: input }] }),
});
for await (const line of createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  if (turn.type !== 'turn') continue;
  await ask('You are a desk.\\nNow is ' + new Date().toISOString() + '\\nDraw ' + Math.random(), turn.input, [tool('hand_over')]);
  await ask('You refund.\\n${refunds}\\nThe key is ${REAL_KEY}', turn.input, ${JSON.stringify(tools)}.map(tool));
  console.log(JSON.stringify({ id: turn.id, output: 'all is well', tool_calls: [] }));
}
`;
}

it('what any request of a recorded program shows its model otherwise than on main is named, without what varies by itself', async () => {
  await using server = await startModelServer(() => ({ text: 'well', usage: { input: 9, output: 2 } }));
  const program = { command: [process.execPath, 'agent.mjs'], record: true };
  await using folder = await folderWith({
    ...modelSuite(program, ['one', 'two'], { trials: 2 }),
    'agent.mjs': agent('gpt-5-mini', 0, 'At most 50 dollars.', ['issue_refund', 'look_up']),
  });
  const stored = join(folder.path, 'agent-eval-results', 'results.json');
  const main = await runModels(folder, server);
  expect(
    main.trials.map(({ outcome }) => outcome),
    main.stderr,
  ).toEqual(['passed', 'passed', 'passed', 'passed']);
  expect(await readFile(stored, 'utf8')).not.toContain(REAL_KEY);
  await copyFile(stored, join(folder.path, 'main.json'));
  await writeFile(
    join(folder.path, 'agent.mjs'),
    agent('gpt-4.1-nano', 1, 'At most 500 dollars.', ['issue_refund', 'search']),
  );
  const here = await runModels(folder, server, ['--baseline', 'main.json']);
  const changes: readonly { readonly message: string }[] = JSON.parse(here.stdout).comparison.treatment_changes;
  expect(changes.map(({ message }) => message)).toEqual([
    'the tool look_up (removed)',
    'the tool search (new)',
    'a prompt: - At most 50 dollars. + At most 500 dollars.',
    'model: gpt-5-mini on main, gpt-4.1-nano here',
    'temperature: 0 on main, 1 here',
  ]);
});
