import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isJsonObject } from '#common/json.ts';
import { parseJsonText } from '#common/json-text.ts';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import { idOfLine, parseStoredTrajectory } from '#trials/trial/stored-trajectory.ts';
import type { TrialEnd } from '#trials/trial/trial.ts';

const json = fc.jsonValue({ maxDepth: 2 });
const call = fc.record({
  name: fc.string(),
  arguments: fc.dictionary(fc.string(), json),
  status: fc.constantFrom('ok', 'error', null),
  result: json,
  step: fc.option(fc.integer({ min: 1 })),
});
const count = fc.option(fc.nat());
const usage = fc.record(
  {
    input_tokens: count,
    output_tokens: count,
    total_tokens: count,
    cost_usd: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true })),
    estimated: fc.boolean(),
    cache_read_tokens: count,
    models: fc.array(fc.string()),
  },
  { requiredKeys: ['input_tokens', 'output_tokens', 'total_tokens', 'cost_usd', 'estimated'] },
);
const turn = fc.record(
  {
    turn: fc.integer({ min: 1 }),
    input: fc.string(),
    output: fc.option(fc.string()),
    tool_calls: fc.option(fc.array(call)),
    plan: fc.option(fc.array(fc.record({ name: fc.string(), arguments: fc.dictionary(fc.string(), json) }))),
    metadata: fc.option(fc.dictionary(fc.string(), json)),
    state: json,
    retrieved: fc.option(fc.array(fc.string())),
    usage: fc.option(usage),
    steps: count,
    response_ids_hash: fc.option(fc.string()),
    latency_ms: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true })),
  },
  {
    requiredKeys: [
      'turn',
      'input',
      'output',
      'tool_calls',
      'plan',
      'metadata',
      'state',
      'retrieved',
      'usage',
      'steps',
      'latency_ms',
    ],
  },
);
const end = fc.oneof<fc.Arbitrary<TrialEnd>[]>(
  fc.constant({ kind: 'completed' }),
  fc.record({
    kind: fc.constant('failed'),
    failure: fc.record({ kind: fc.constantFrom('crash', 'protocol', 'timeout', 'limit'), message: fc.string() }),
  }),
);
const stored = fc.record({
  id: fc.stringMatching(/^[A-Za-z0-9._/-]{1,128}#[1-9]\d{0,3}$/),
  case_id: fc.string(),
  trial: fc.nat(),
  state: fc.constant('complete'),
  end,
  trajectory: fc.record({ turns: fc.array(turn), log: fc.string(), stderr: fc.string() }),
});

test('what was stored whole is read as it was', () => {
  always(
    fc.property(stored, (record) => {
      const line = JSON.stringify(record);
      const value = parseJsonText(line);
      const { id, end, trajectory } = isJsonObject(value) ? value : {};
      expect(parseStoredTrajectory(line)).toEqual({ id, end, trajectory });
      expect(idOfLine(line)).toBe(id);
    }),
    { numRuns: tries(50) },
  );
});

test.each(['truncated', 'redacted'])('a trajectory that is %s is none to judge by', (state) => {
  always(
    fc.property(stored, (record) => {
      expect(parseStoredTrajectory(JSON.stringify({ ...record, state }))).toBeNull();
    }),
    { numRuns: 10 },
  );
});

test('a line that was cut, or is of something else, is no trajectory', () => {
  always(
    fc.property(stored, fc.double({ min: 0, max: 0.999, noNaN: true }), (record, share) => {
      const line = JSON.stringify(record);
      expect(parseStoredTrajectory(line.slice(0, Math.floor(line.length * share)))).toBeNull();
    }),
    { numRuns: tries(30) },
  );
  always(
    fc.property(fc.json(), (line) => {
      expect(parseStoredTrajectory(line)).toBeNull();
    }),
  );
});
