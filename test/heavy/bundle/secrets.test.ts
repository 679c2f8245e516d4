import { expect } from 'vitest';
import { it } from '#test/support/scene.ts';
import { agent, scriptedSuite } from '#test/support/scripted-suite.ts';

it('a key that an agent breaks on stands in the log only in the commands that have the runner mask it', async (openScene) => {
  const key = 'sec"ret/+key&<one>\\two%three=four';
  const suite = scriptedSuite({ one: {} }, { agent: agent({ needs: ['MODEL_KEY'] }) });
  const scene = await openScene({ ...suite, 'agent.mjs': 'throw new Error(process.env.MODEL_KEY);\n' });
  const result = await scene.runPull({}, { env: { MODEL_KEY: key }, inputs: { 'pass-env': 'MODEL_KEY' } });
  expect(result).toExit(4);
  expect(result.commands.masks).toContain(key);
  const lines = result.stdout.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  expect(lines.join('\n')).toContain('***');
  for (const spelled of [key, encodeURIComponent(key), JSON.stringify(key).slice(1, 30)])
    expect(lines.join('\n')).not.toContain(spelled);
  expect(result.stderr).toBe('');
});
