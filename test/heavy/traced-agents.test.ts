/** Agents whose calls of tools cross no wire, through the whole program: what the record holds of their traces. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { program } from '#test/support/program.ts';
import { peer } from './support/peer.ts';
import { pythonEnvironment } from './support/python-environment.ts';
import { readTurns } from './support/read-trajectories.ts';

const python = await peer('opentelemetry-sdk from PyPI', () => pythonEnvironment('traces'));
const WORKER = readFileSync(join(import.meta.dirname, 'agents', 'traces', 'worker.py'), 'utf8');

async function play(agent: object, files: { readonly [name: string]: string }, cases: readonly object[], trials = 2) {
  await using folder = await folderWith({
    'agent-eval.yml': JSON.stringify({ version: 1, agent, cases: ['cases.json'], trials, prices: {} }),
    'cases.json': JSON.stringify({ cases }),
    ...files,
  });
  const run = await folder.cli(['run']);
  const out = join(folder.path, 'agent-eval-results');
  const turns = [...(await readTurns(out, run.stderr)).values()].map(([turn]) => turn);
  return { ...run, turns, outcomes: await folder.outcomes() };
}

describe.skipIf(python.missing)('the SDK and the exporter from PyPI, unmodified', () => {
  test.for(['worker', 'one-shot'])(
    'a %s: calls, their ends, tokens and documents are those of its spans',
    async (mode) => {
      const { outcomes, turns, stdout, stderr } = await play(
        { command: ['python3', 'worker.py'], mode, record: { traces: true }, env: python.get().env },
        { 'worker.py': WORKER },
        [
          {
            id: 'refund',
            input: 'A1',
            expect: {
              tools: {
                order: 'exact',
                calls: [{ name: 'lookup_order', args: { order: 'A1' } }, { name: 'issue_refund' }],
              },
              retrieved: { ids: ['kb-12'], k: 1 },
            },
          },
        ],
      );
      expect(turns, stderr).toHaveLength(2);
      for (const turn of turns) {
        expect(turn).toMatchObject({
          tool_calls: [
            { name: 'lookup_order', arguments: { order: 'A1' }, status: 'ok', result: 'one mug' },
            { name: 'issue_refund', arguments: { order: 'A1', amount: 19.99 }, status: 'error' },
          ],
          retrieved: ['kb-12', 'kb-7'],
          usage: { input_tokens: 200, output_tokens: 14, total_tokens: 214 },
          steps: 2,
        });
      }
      expect(outcomes, stdout + stderr).toEqual({ refund: 'passed passed' });
    },
  );
});

const SENDER = program('trace-sender.mjs');

test('traces that do not come whole leave the calls unknown: a trial whose check needs them is missing, and a note says so', async () => {
  const ways = ['nothing', 'calls', 'broken', 'deep', 'strange', 'old'];
  const cases = ways.map((input) => ({
    id: input,
    input,
    expect: input === 'calls' ? { tools: ['look', 'buy'] } : { no_tools: true },
  }));
  const agent = { command: ['node', 'sender.mjs'], record: { traces: true } };
  const { outcomes, turns, stdout, stderr } = await play(agent, { 'sender.mjs': SENDER }, cases, 1);
  expect(outcomes, stderr).toEqual({
    ...Object.fromEntries(ways.map((way) => [way, 'error'])),
    calls: 'passed',
  });
  const statuses = Object.fromEntries(turns.map((turn) => [turn?.input, turn?.output]));
  expect(statuses).toEqual({ nothing: '', calls: '200', broken: '200,400', deep: '400', strange: '404', old: '200' });
  const called = turns.map((turn) => [turn?.input, turn?.tool_calls?.map(({ name }) => name) ?? null]);
  expect(called).toContainEqual(['calls', ['look', 'buy']]);
  expect(called.filter(([, calls]) => calls === null)).toHaveLength(5);
  expect(stdout + stderr).toContain('in 5 of 6 turns the traces that');
  expect(stdout + stderr).toContain('1 span of the agent');
});
