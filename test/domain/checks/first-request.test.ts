import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstRequestHash, MASKS, masked, requestMask } from '#domain/checks/first-request.ts';
import { replaceRegex } from '#domain/matching/regex.ts';
import { requestSegment } from '#domain/trial/request-segment.ts';

test.each([
  ['Today is 2026-11-23T05:45:06.123Z.', 'Today is #.'],
  ['Today is Monday, November 23, 2026.', 'Today is #.'],
  ['Now: 23 Nov 2026 5:45 pm', 'Now: # #'],
  ['since 1795412706 s', 'since # s'],
  ['id 0190d3b8-7a5e-7c3a-9f0e-0123456789ab', 'id #'],
  ['call_Ab3dEf6hIj answered', '# answered'],
  ['trace 4bf92f3577b34da6a3ce929d0e0e4736', 'trace #'],
  ['Refund order A89268 of 19.99 USD in 3 days', 'Refund order A89268 of 19.99 USD in 3 days'],
  ['run 17 of 20', 'run 17 of 20'],
])('%s is compared as %s', (text, expected) => {
  expect(masked(text, [])).toBe(expected);
});

test('a config extends what is masked', () => {
  const mask = requestMask(['T-[0-9]+']);
  for (const ticket of ['T-123', 'T-123', 'T-124']) expect(mask(`ticket ${ticket}`)).toBe('ticket #');
});

test('requests that differ in times and ids alone are the same, and any other difference is one', () => {
  const first = hashOf('Today is 2026-11-23.');
  expect(first).not.toBeNull();
  expect(hashOf('Today is 2026-11-24.')).toBe(first);
  expect(hashOf('Today is cold.')).not.toBe(first);
  expect(hashOf('Today is 2026-11-23.', 'Another question')).not.toBe(first);
});

test('only the first request counts, and a trial without one has no hash', () => {
  const [system, more] = [requestSegment('system', '', 'Be kind.'), requestSegment('message', 'assistant', 'Yes?')];
  const both = hashOfCalls([[system], [system, more]]);
  expect(both).toBe(hashOfCalls([[system]]));
  expect(hashOfCalls([])).toBeNull();
});

function hashOf(system: string, question = 'Where is my order?') {
  return hashOfCalls([[requestSegment('system', '', system), requestSegment('message', 'user', question)]]);
}

test('the hashes of a run are those of its trials, whatever was hashed before', () => {
  const hash = firstRequestHash([]);
  const texts = ['Today is 2026-11-23.', 'Today is cold.', 'Today is 2026-11-24.', 'Today is cold.'];
  const trials = texts.map((text) => trialOf([[requestSegment('system', '', text)]]));
  expect(trials.map(hash)).toEqual(trials.map((trial) => firstRequestHash([])(trial)));
  expect(hash(trialOf([]))).toBeNull();
});

function hashOfCalls(calls: Parameters<typeof trialOf>[0]) {
  return firstRequestHash([])(trialOf(calls));
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
  return { trajectory: { turns: [turn], log: '', stderr: '' }, shown: calls.flat() };
}

test('our patterns mask what RE2 would mask by them, as those of a config are read', () => {
  const piece = fc.oneof(
    fc.constantFrom(...' -:.,TZ_1aF', 'UTC', 'pm', 'Sept', 'Monday, ', ' May ', '3rd', 'call_', 'toolu-', 'é', '\n'),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    fc.nat(2e9).map(String),
    fc.uuid(),
    fc.stringMatching(/^[0-9A-Za-z]{1,30}$/),
    fc.stringMatching(/^[0-9a-f]{20,40}$/),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      for (const { source, flags } of MASKS)
        expect(text.replace(new RegExp(source, flags), '#')).toBe(
          replaceRegex(`${flags.includes('i') ? '(?i)' : ''}${source}`, text, '#'),
        );
    }),
    { numRuns: 300 },
  );
});
