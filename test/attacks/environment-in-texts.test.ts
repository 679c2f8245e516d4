import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { BUILT_IN, environmentOf, modelSuite } from '#test/support/model-suite.ts';
import { program } from '#test/support/program.ts';
import { agent, json, scriptedSuite } from '#test/support/scripted-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { evaluateFolder } from './evaluate-folder.ts';

/** Not handed on by name, so that nothing takes it out of what a run says. */
const VALUE = 'value-of-a-secret-variable';
const HIDDEN = { MODEL_KEY: VALUE, EVAL_VAR_MODEL_KEY: VALUE };

/** How configs of other tools have variables filled in. */
const PLACEHOLDERS = [
  '${MODEL_KEY}',
  '$MODEL_KEY',
  '${env:MODEL_KEY}',
  '${{ env.MODEL_KEY }}',
  '${{ secrets.MODEL_KEY }}',
  '{{MODEL_KEY}}',
  '{{ env.MODEL_KEY }}',
  '{{ process.env.MODEL_KEY }}',
  '{MODEL_KEY}',
  '{env.MODEL_KEY}',
  '%MODEL_KEY%',
  '<%= process.env.MODEL_KEY %>',
  '$(printenv MODEL_KEY)',
  '`printenv MODEL_KEY`',
];
const ALL = PLACEHOLDERS.join(' ');

/** Notes all that it is given. */
const AGENT = program('environment-teller.mjs');

describe('a placeholder for a variable of the workflow stays as it is', () => {
  test('in command, environment, input, context, metadata and expected texts', async () => {
    const texts = { list: PLACEHOLDERS, nested: { [ALL]: ALL } };
    const expectations = { response: { equals: ALL }, metadata: { state: ALL } };
    const evalCase = { name: ALL, input: ALL, context: texts, metadata: texts, expect: expectations };
    const command = [process.execPath, 'agent.mjs', ...PLACEHOLDERS];
    const suite = scriptedSuite({ one: evalCase }, { agent: { ...agent({ env: { MODE: ALL } }), command }, trials: 1 });
    await using folder = await folderWith({ ...suite, 'agent.mjs': AGENT });
    const run = await evaluateFolder(folder.path, { environment: HIDDEN });
    expect(run.trials, run.text).toBe(1);
    const recorded = await folder.read('given.txt');
    for (const placeholder of PLACEHOLDERS) expect(recorded).toContain(JSON.stringify(placeholder).slice(1, -1));
    const trajectories = await folder.read('results/trajectories.jsonl');
    for (const text of [recorded, trajectories, run.text]) expect(text).not.toContain(VALUE);
  });

  test('in the prompt, the tools and the settings of a built-in agent', async () => {
    await using server = await startModelServer('all is well');
    const config = { openai: { ...BUILT_IN.openai, prompt: 'prompt.md', extra: { user: ALL } } };
    const tools = [{ name: 'look_up', description: ALL, parameters: { type: 'object', properties: {} } }];
    const suite = modelSuite(config, { one: { input: ALL } });
    await using folder = await folderWith({ ...suite, 'prompt.md': ALL, 'tools.json': json(tools) });
    const run = await evaluateFolder(folder.path, { environment: { ...environmentOf(server), ...HIDDEN } });
    expect(run.trials, run.text).toBe(1);
    const sent = JSON.stringify(server.requests.map(({ body }) => body));
    expect(sent).toContain('$MODEL_KEY');
    expect(sent).not.toContain(VALUE);
  });

  test('in the names of files', async () => {
    await using folder = await folderWith(scriptedSuite({ one: {} }, { cases: ['evals/${MODEL_KEY}.yml'] }));
    const run = await evaluateFolder(folder.path, { environment: { MODEL_KEY: 'cases' } });
    expect(run.kind).toBe('invalid');
    expect(run.text).toContain('no file matches "evals/${MODEL_KEY}.yml"');
  });
});
