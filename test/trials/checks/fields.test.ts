import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '#common/json.ts';
import { worded } from '#test/support/worded.ts';
import { metadataCheck } from '#trials/checks/metadata.ts';
import { retrievedCheck } from '#trials/checks/retrieved.ts';
import { stateCheck } from '#trials/checks/state.ts';
import type { TrialView } from '#trials/checks/terms/check.ts';
import { trialView } from '#trials/checks/trial-view.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import { aCase, aTrial } from '../trial/build-trial.ts';

function view(turn: Partial<TurnRecord>): TrialView {
  return trialView(aCase({}), aTrial([turn]), null);
}

describe('metadata', () => {
  const expected = { escalated: true, priority: { $one_of: ['high', 'urgent'] } };
  const judge = (expectation: JsonObject, metadata: JsonObject | null) =>
    metadataCheck.judge(expectation, view({ metadata })).map(worded)[0];

  test('named fields must fit, others are free', () => {
    expect(judge(expected, { escalated: true, priority: 'high', model: 'x' })).toEqual({
      name: 'metadata',
      passed: true,
      score: 1,
      code: null,
      reason: '2 of 2 fields as expected',
    });
  });

  test.each<{ metadata: JsonObject; code: string; reason: string }>([
    {
      metadata: { escalated: false, priority: 'high' },
      code: 'wrong_value',
      reason: '1 of 2 fields as expected; escalated: expected true, got false',
    },
    {
      metadata: { escalated: 'true', priority: 'high' },
      code: 'wrong_type',
      reason: '1 of 2 fields as expected; escalated: expected true, got "true"',
    },
    {
      metadata: { priority: 'high' },
      code: 'missing_field',
      reason: '1 of 2 fields as expected; escalated: expected true, got nothing',
    },
    {
      metadata: { escalated: true, priority: 'low' },
      code: 'wrong_value',
      reason: '1 of 2 fields as expected; priority: expected "high" or "urgent", got "low"',
    },
  ])('$metadata: $code', ({ metadata, code, reason }) => {
    expect(judge(expected, metadata)).toMatchObject({ passed: false, score: 0.5, code, reason });
  });

  test('below its name a field is equal at every depth', () => {
    expect(judge({ order: { id: 1 } }, { order: { id: 1, x: 2 } })).toMatchObject({
      code: 'unexpected_field',
      reason: '0 of 1 field as expected; order.x: expected nothing, got 2',
    });
  });

  test('an agent without metadata is told how to report', () => {
    expect(judge(expected, null)).toMatchObject({
      passed: false,
      score: 0,
      code: 'not_reported',
      reason: expect.stringContaining('return "metadata"'),
    });
  });

  test('a field that may be absent also holds without any metadata', () => {
    expect(judge({ escalated: { $one_of: [false, { $absent: true }] } }, null)).toMatchObject({ passed: true });
  });

  test('inherited members are no fields', () => {
    expect(judge({ toString: { $any: true } }, {})).toMatchObject({ code: 'missing_field' });
  });
});

describe('state', () => {
  const judge = (expectation: JsonObject, state: Json) => stateCheck.judge(expectation, view({ state })).map(worded)[0];

  test('paths lead through objects and lists; a literal key with dots wins', () => {
    const state = { order: { items: [{ status: 'refunded' }] }, 'a.b': 1, a: { b: 2 } };
    expect(judge({ 'order.items.0.status': 'refunded', 'a.b': 1 }, state)).toMatchObject({ passed: true, score: 1 });
  });

  test('a path that leads nowhere fails, also when something is only excluded', () => {
    expect(judge({ 'order.stauts': { $not: 'open' } }, { order: { status: 'refunded' } })).toMatchObject({
      passed: false,
      code: 'missing_field',
    });
  });

  test('an agent without state is told how to report', () => {
    expect(judge({ 'order.status': 'x' }, null)).toMatchObject({
      passed: false,
      code: 'not_reported',
      reason: expect.stringContaining('return "state"'),
    });
  });
});

describe('retrieved', () => {
  const judge = (retrieved: readonly string[] | null, fields = {}) =>
    retrievedCheck.judge({ ids: ['kb-12', 'kb-7'], k: 2, min_hits: 1, ...fields }, view({ retrieved })).map(worded)[0];

  test('one expected id among the first k is enough', () => {
    expect(judge(['x', 'kb-7', 'kb-12'])).toMatchObject({
      passed: true,
      score: 1,
      reason: '1 of 2 expected ids among the first 2, at least 1 needed',
    });
  });

  test('an id behind the first k does not count', () => {
    expect(judge(['x', 'y', 'kb-7'])).toEqual({
      name: 'retrieved',
      passed: false,
      score: 0,
      code: 'not_retrieved',
      reason: '0 of 2 expected ids among the first 2, at least 1 needed; expected ["kb-12","kb-7"], got ["x","y"]',
    });
  });

  test('more hits can be needed, and one document is one hit', () => {
    expect(judge(['kb-7', 'kb-7'], { min_hits: 2 })).toMatchObject({ passed: false, score: 0.5 });
    expect(judge(['kb-7', 'kb-12'], { min_hits: 2 })).toMatchObject({ passed: true });
    expect(judge(['kb-7', 'x'], { ids: ['kb-7', 'kb-7'], min_hits: 2 })).toMatchObject({ passed: false });
  });

  test('nothing retrieved is not the same as nothing told', () => {
    expect(judge([])).toMatchObject({ passed: false, code: 'not_retrieved' });
    expect(judge(null)).toMatchObject({ passed: false, code: 'not_reported' });
  });
});
