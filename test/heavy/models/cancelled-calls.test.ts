import { writeFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { modelSuite, runModels } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';

/**
 * A guardrail that trips cancels the model call beside it, once the model server has the call. It trips in one trial of one
 * case, if a file is there.
 */
const AGENT = program('call-canceller.mjs');

it('a call that the own SDK of the agent cancels is named, its case leaves the test of tokens, and the rest decides', async () => {
  let path = '';
  await using server = await startModelServer(({ messages }) => {
    const slow = messages.at(-1)?.text === 'slow';
    if (slow) writeFileSync(join(path, 'arrived'), '');
    return { text: 'all is well', usage: { input: 100, output: 10 }, ...(slow && { delay_ms: 10_000 }) };
  });
  const ids = Array.from({ length: 8 }, (_, at) => `case-${at}`);
  const gate = { total_tokens: { max_increase: 0.1 } };
  const files = modelSuite({ command: [process.execPath, 'agent.mjs'], record: true }, ids, { trials: 3, gate });
  await using folder = await folderWith({ ...files, 'agent.mjs': AGENT });
  path = folder.path;
  const main = await runModels(folder, server);
  expect(main.stderr).toContain('8 cases');
  await copyFile(join(folder.path, 'agent-eval-results', 'results.json'), join(folder.path, 'main.json'));
  await writeFile(join(folder.path, 'trips'), '');
  const run = await runModels(folder, server, ['--baseline', 'main.json']);
  expect(run.trials[0]?.cancelled_call, run.stderr).toEqual({ turn: 1, step: 1, model: 'small' });
  expect(run.stderr).not.toContain("can't be judged");
  expect(run.stderr).toContain("the agent's own client cancelled model call 1 of turn 1 (small), in trial 1 of case-0");
});
