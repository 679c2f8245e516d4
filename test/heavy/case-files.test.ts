/** Case files in test/fixtures/foreign are what Inspect, DeepEval and ADK read: each is loaded by the tool itself. */
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
      ],
      log: [
        ['cap-1', 1],
        ['cap-1', 2],
      ],
    });
  });

  test('DeepEval loads goldens of one turn and of conversations', async () => {
    expect(await loaded('deepeval', python.get())).toEqual({
      deepeval: ['Book a table for two at eight.'],
      'deepeval-conversations': ['A guest wants to move a booking by an hour.'],
    });
  });
});

test.skipIf(google.missing)('ADK loads the eval set', async () => {
  expect(await loaded('adk', google.get())).toEqual(['waters_the_tomatoes', 'plans_a_bed']);
});

async function loaded(tool: string, { python: program, env }: PythonEnvironment): Promise<unknown> {
  const told = await mustRun([program, LOADER, tool, FIXTURES], {
    env: { ...process.env, ...env, DEEPEVAL_TELEMETRY_OPT_OUT: 'YES' },
  });
  return JSON.parse(told.trim().split('\n').at(-1) ?? '');
}
