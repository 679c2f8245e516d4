import { expect, test } from 'vitest';
import { firstRequestHash } from '#trials/checks/first-request.ts';
import { requestSegment } from '#trials/trial/request-segment.ts';

test('trials that are asked the same have one hash, and any difference makes another', () => {
  const first = hashOf('Today is 2026-11-23.');
  expect(first).not.toBeNull();
  expect(hashOf('Today is 2026-11-23.')).toBe(first);
  expect(hashOf('Today is 2026-11-24.')).not.toBe(first);
  expect(hashOf('Today is 2026-11-23.', 'Another question')).not.toBe(first);
});

test('only the first request counts, and a trial without one has no hash', () => {
  const [system, more] = [requestSegment('system', '', 'Be kind.'), requestSegment('message', 'assistant', 'Yes?')];
  const both = firstRequestHash(trialOf([[system], [system, more]]));
  expect(both).toBe(firstRequestHash(trialOf([[system]])));
  expect(firstRequestHash(trialOf([]))).toBeNull();
});

function hashOf(system: string, question = 'Where is my order?') {
  const segments = [requestSegment('system', '', system), requestSegment('message', 'user', question)];
  return firstRequestHash(trialOf([segments]));
}

function trialOf(calls: readonly (readonly ReturnType<typeof requestSegment>[])[]) {
  const turn = {
    turn: 1,
    input: '',
    output: null,
    tool_calls: null,
    plan: null,
    metadata: null,
    state: null,
    retrieved: null,
    usage: null,
    steps: calls.length,
    model_calls: calls.map((segments, index) => ({
      step: index + 1,
      model: null,
      started_ms: 0,
      duration_ms: 0,
      usage: null,
      request: segments.map(({ hash }) => hash),
    })),
    latency_ms: null,
  };
  return { trajectory: { turns: [turn], log: '', stderr: '' } };
}
