import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';
import { type ScriptedCase, scriptedSuite } from '#test/support/scripted-suite.ts';

const IDS = ['one', 'two', 'three', 'four', 'five', 'six'];

/** An agent that looks up and answers; a call less is a recall of 50 %, and the check of tools is not the suite's. */
const answering = (calls: readonly string[]) => ({
  output: 'all is well',
  tool_calls: calls.map((name) => ({ name, arguments: {} })),
});

function suite(gate: object, calls: readonly string[], broken: number = IDS.length) {
  const cases = Object.fromEntries(
    IDS.map((id, index): [string, ScriptedCase] => [
      id,
      {
        expect: { tools: { calls: ['look_up', 'answer'], min_matched: 0.5 } },
        step: { answer: answering(index < broken ? calls : ['look_up', 'answer']) },
      },
    ]),
  );
  return scriptedSuite(cases, { trials: 5, gate });
}

it.for<readonly [string, object]>([
  ['a floor of recall', { tool_recall: { min: 0.5 } }],
  ['plain numbers with bounds of the pass rate', { method: 'threshold', pass_rate: { max_drop: 0.02 } }],
  ['plain numbers with a floor of recall', { method: 'threshold', tool_recall: { min: 0.5 } }],
])('a drop of tool recall turns nothing red by a rule that nobody wrote: %s', async ([, gate], { openScene }) => {
  const scene = await openScene(suite(gate, ['look_up', 'answer']));
  await scene.storeMain();
  const result = await scene.runPull({ 'script.json': suite(gate, ['look_up'])['script.json'] ?? '' });
  expect(result.outputs['verdict'], result.stdout).toBe('pass');
});

it('a drop of tool recall is red by the default of method statistical, and the mark names its rule', async (openScene) => {
  const scene = await openScene(suite({}, ['look_up', 'answer']));
  await scene.storeMain();
  const result = await scene.runPull({ 'script.json': suite({}, ['look_up'])['script.json'] ?? '' });
  expect(result.outputs['verdict'], result.stdout).toBe('fail');
  expect(scene.fake.state.comments.at(-1)?.body).toContain('❌ <code>max&#95;drop</code>');
});
