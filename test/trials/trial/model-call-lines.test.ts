import fc from 'fast-check';
import { expect, test } from 'vitest';
import { always } from '#test/support/always.ts';
import { tries } from '#test/support/tries.ts';
import type { ModelCallRecord } from '#trials/trial/model-call-record.ts';
import {
  parseStoredTrajectory,
  parseTrajectoryLine,
  storedTurn,
  trajectoryText,
  turnOfStored,
} from '#trials/trial/stored-trajectory.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import { aTrial } from './build-trial.ts';

const hash = fc.integer({ min: 0, max: 5 }).map((number) => String(number).repeat(32));
const calls = fc.array(
  fc.record({
    step: fc.integer({ min: 1, max: 99 }),
    model: fc.option(fc.string()),
    started_ms: fc.nat(),
    duration_ms: fc.nat(),
    usage: fc.constant(null),
    request: fc.option(fc.array(hash, { maxLength: 8 })),
  }),
);

const [FIRST] = aTrial([{ output: 'x' }]).trajectory.turns as readonly [TurnRecord];
const turnWith = (model_calls: readonly ModelCallRecord[] | null): TurnRecord => ({ ...FIRST, model_calls });

test('a turn is read as it was stored, whatever its requests have in common', () => {
  always(
    fc.property(fc.option(calls), (lines) => {
      const turn = turnWith(lines);
      expect(turnOfStored(JSON.parse(JSON.stringify(storedTurn(turn))))).toEqual(turn);
      const line = { id: 'a#1', case_id: 'a', trial: 1, state: 'complete', end: { kind: 'completed' } } as const;
      const trajectory = { turns: [turn], log: '', stderr: '' };
      expect(parseStoredTrajectory(trajectoryText({ ...line, trajectory }))?.trajectory).toEqual(trajectory);
    }),
    { numRuns: tries(200) },
  );
});

test('a conversation that grows costs what is new in each request', () => {
  const request = Array.from({ length: 200 }, (_, at) => at.toString(16).padStart(32, '0'));
  const growing = request.map((_, at) => ({ ...CALL, step: at + 1, request: request.slice(0, at + 1) }));
  expect(JSON.stringify(storedTurn(turnWith(growing))).length).toBeLessThan(200 * 200);
});

test('a turn of an older file has no model calls, and a request that refers to nothing is unknown', () => {
  const { model_calls: _, ...older } = turnWith(null);
  expect(turnOfStored(older)).toEqual(older);
  const forged = { ...CALL, request: { same: 9, new: [] } };
  expect(turnOfStored({ ...older, model_calls: [forged] }).model_calls).toEqual([CALL]);
});

test('a line for people: also what is masked, and the beginning of what was too long', () => {
  const line = { id: 'a#1', case_id: 'a', trial: 1, end: { kind: 'completed' } } as const;
  const trajectory = { turns: [turnWith([])], log: '', stderr: '' };
  const masked = trajectoryText({ ...line, state: 'redacted', trajectory });
  expect(parseStoredTrajectory(masked)).toBeNull();
  expect(parseTrajectoryLine(masked)).toEqual({ id: 'a#1', state: 'redacted', end: line.end, trajectory });
  const cut = { ...line, state: 'truncated', note: 'it has 9 bytes', beginning: '{"id"' };
  expect(parseTrajectoryLine(JSON.stringify(cut))).toMatchObject({ state: 'truncated', note: 'it has 9 bytes' });
  for (const broken of ['', '{', '[]', '{"id":"a#1","state":"complete"}'])
    expect(parseTrajectoryLine(broken)).toBeNull();
});

const CALL: ModelCallRecord = { step: 1, model: 'm', started_ms: 0, duration_ms: 5, usage: null, request: null };
