/** Case files in test/fixtures/foreign are what Inspect, DeepEval and ADK read: each is loaded by the tool itself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { peer } from './support/peer.ts';
import { type PythonEnvironment, pythonEnvironment } from './support/python-environment.ts';
import { mustRun } from './support/run-program.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/foreign');
const LOADER = join(import.meta.dirname, 'agents/load-cases.py');

const python = await peer('inspect-ai and deepeval from PyPI', () => pythonEnvironment('case-files'));
const google = await peer('google-adk from PyPI', () => pythonEnvironment('google'));

describe.skipIf(python.missing)('Python tools', () => {
  test('Inspect loads the samples and the log', async () => {
    expect(await loaded('inspect', python.get())).toEqual({
      samples: [
        ['cap-1', 'Oslo'],
        ['cap-2', ['Amsterdam', 'amsterdam']],
        [3, '15'],
      ],
      csv: [
        ['cap-1', 'Oslo'],
        ['cap-2', '15'],
      ],
      log: [
        ['cap-1', 1],
        ['cap-1', 2],
      ],
    });
  });

  test('DeepEval loads goldens of one turn and of conversations', async () => {
    expect(await loaded('deepeval', python.get())).toEqual({
      deepeval: ['Book a table for two at eight.', 'Cancel my table.'],
      'deepeval-conversations': ['A guest wants to move a booking by an hour.'],
    });
  });

  test.each(['inspect', 'deepeval'])('%s says of answers and calls what we wrote down', async (tool) => {
    await expectVerdicts(tool, python.get());
  });
});

test.skipIf(google.missing)(
  'ADK loads the eval set, in both shapes, and says of calls what we wrote down',
  async () => {
    expect(await loaded('adk', google.get())).toEqual(['waters_the_tomatoes', 'plans_a_bed', 'thanks', 'waters_twice']);
    await expectVerdicts('adk', google.get());
  },
);

async function expectVerdicts(tool: string, { python: program, env }: PythonEnvironment): Promise<void> {
  const all: readonly { readonly tool: string; readonly right: readonly boolean[] }[] = JSON.parse(
    readFileSync(join(FIXTURES, 'verdicts.json'), 'utf8'),
  );
  const groups = all.filter((group) => group.tool === tool);
  const told = await mustRun([program, join(import.meta.dirname, 'agents/foreign-verdicts.py')], {
    env: { ...process.env, ...env, DEEPEVAL_TELEMETRY_OPT_OUT: 'YES' },
    input: JSON.stringify(groups),
  });
  expect(JSON.parse(told.trim().split('\n').at(-1) ?? '')).toEqual(groups.map(({ right }) => right));
}

async function loaded(tool: string, { python: program, env }: PythonEnvironment): Promise<unknown> {
  const told = await mustRun([program, LOADER, tool, FIXTURES], {
    env: { ...process.env, ...env, DEEPEVAL_TELEMETRY_OPT_OUT: 'YES' },
  });
  return JSON.parse(told.trim().split('\n').at(-1) ?? '');
}
