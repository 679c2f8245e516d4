/** Agents whose calls of tools cross no wire, through the whole program: what the record holds of their traces. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
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
  const results = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'));
  const turns = [...(await readTurns(out, run.stderr)).values()].map(([turn]) => turn);
  return { ...run, results, turns };
}

describe.skipIf(python.missing)('the SDK and the exporter from PyPI, unmodified', () => {
  test.for(['worker', 'one-shot'])(
    'a %s: calls, their ends, tokens and documents are those of its spans',
    async (mode) => {
      const { results, turns, stdout, stderr } = await play(
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
      expect(
        results.cases[0].trials.map(({ outcome }: { outcome: string }) => outcome),
        stdout + stderr,
      ).toEqual(['passed', 'passed']);
    },
  );
});

const SENDER = `
const send = (address, body, type = 'application/json') =>
  fetch(address + '/v1/traces', { method: 'POST', headers: { 'content-type': type }, body }).then(({ status }) => status);
const own = process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
const now = (ms = 0) => String(BigInt(Date.now() + ms) * 1000000n);
const span = (name, start = now()) => ({
  traceId: '5b8efff798038103d269b633813fc60c', spanId: Math.random().toString(16).slice(2, 18).padEnd(16, '0'), name,
  startTimeUnixNano: start,
  attributes: [['gen_ai.operation.name', 'execute_tool'], ['gen_ai.tool.name', name]]
    .map(([key, stringValue]) => ({ key, value: { stringValue } })),
});
const request = (...spans) => JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
const ways = {
  nothing: () => [],
  calls: () => send(own, request(span('look'), span('buy'))),
  broken: async () => [await send(own, request(span('look'))), await send(own, 'no bytes', 'application/x-protobuf')],
  deep: () => send(own, request(span('look')).replace('"stringValue":"look"', '"arrayValue":{"values":[{'.repeat(50000) + '}]}'.repeat(50000))),
  strange: () => send(own.replace(/\\d{39}/, '1'.repeat(39)), request(span('look'))),
  old: () => send(own, request(span('look', now(-60000)))),
};
for await (const line of (await import('node:readline')).createInterface({ input: process.stdin })) {
  const turn = JSON.parse(line);
  const status = await ways[turn.input]();
  console.log(JSON.stringify({ id: turn.id, output: String(status), tool_calls: turn.input === 'calls' ? [{ name: 'look' }] : [] }));
}
`;

test('traces that do not come whole leave the calls unknown: a trial whose check needs them is missing, and a note says so', async () => {
  const ways = ['nothing', 'calls', 'broken', 'deep', 'strange', 'old'];
  const cases = ways.map((input) => ({
    id: input,
    input,
    expect: input === 'calls' ? { tools: ['look', 'buy'] } : { no_tools: true },
  }));
  const agent = { command: ['node', 'sender.mjs'], record: { traces: true } };
  const { results, turns, stdout, stderr } = await play(agent, { 'sender.mjs': SENDER }, cases, 1);
  const outcomes = results.cases.map(({ id, trials }: { id: string; trials: readonly { outcome: string }[] }) => [
    id,
    trials[0]?.outcome,
  ]);
  expect(Object.fromEntries(outcomes), stderr).toEqual({
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
