import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultOf } from '#runner/agents/suite/row-attempt.ts';
import type { RecordedCall } from '#runner/agents/suite/run-round.ts';
import type { Row } from '#trials/rows/row.ts';

/** What providers and clients say, and what an agent says that sounds alike. */
const TEXTS: { readonly providers: readonly string[]; readonly agents: readonly string[] } = JSON.parse(
  readFileSync(new URL('../../fixtures/provider-texts.json', import.meta.url), 'utf8'),
);

function row(message: string, about: Partial<Row> = {}): Row {
  const none = { id: 'mug', title: 'mug', file: null, scores: [], latency_ms: null, turn: {} };
  return { ...none, outcome: 'failed', message, ...about };
}

const faults = (texts: readonly string[]) => texts.filter((text) => faultOf(row(text), null, []) !== null);

test('a provider’s fault is told by the class of an exception, never by words', () => {
  expect(faults(TEXTS.agents)).toEqual([]);
  const others = TEXTS.providers.filter((text) => faultOf(row(text), null, []) === null);
  // They carry no class: promptfoo has a field for the first four, and teams write `errors` for the rest.
  expect(others).toEqual([
    'API error: 429 Too Many Requests',
    'API error: 503 Service Unavailable',
    'Rate limit exceeded: Too Many Requests',
    'API call error: Error: Request timed out after 300000 ms',
    'OpenAI API error (503)',
    'Request failed with status code 429',
    'HTTP 429',
    'Status: 503',
    'socket hang up',
    'langchain ... status_code=503',
    'You exceeded your current quota, please check your plan',
    'insufficient_quota',
  ]);
  expect(
    faults([
      'shop.errors.RateLimitError: one refund a day',
      'AI_APICallError: Invalid schema for function refund',
      'openai.BadRequestError: Error code: 400',
      'AssertionError: expected "\nTraceback (most recent call last):\nopenai.RateLimitError: 429" to be empty',
      'ConnectionError: the shop is closed',
    ]),
  ).toEqual([]);
  expect(
    faults(['Traceback (most recent call last):\n  File "a.py", line 1\nopenai.RateLimitError: 429']),
  ).toHaveLength(1);
});

function call(about: Partial<RecordedCall> = {}): RecordedCall {
  return { fault: null, usage: null, tries: 1, wait_ms: 0, ...about };
}

const BROKEN = call({ fault: { kind: 'provider', status: 503, message: 'down' } });

test.each<[what: string, row: Row, calls: readonly RecordedCall[] | null, fault: string | null]>([
  ['a class, and a recorder that saw all calls answered', row('openai.RateLimitError: 429'), [call()], null],
  ['a class, and a recorder that saw one refused', row('openai.RateLimitError: 429'), [BROKEN], 'provider'],
  ['words, and a recorder that saw one refused', row('expected a refund'), [BROKEN], null],
  [
    'a time-out beside a call that was sent again',
    row('Error: Test timed out in 5000ms.'),
    [call({ tries: 3 })],
    'provider',
  ],
  ['a time-out beside a call that was held back', row('Failed: Timeout >5.0s'), [call({ wait_ms: 900 })], 'provider'],
  ['a time-out of its own', row('Error: Test timed out in 5000ms.'), [call()], null],
  ['a pattern of the team', row('Error: model is busy'), null, 'provider'],
  ['the same below the line of the exception', row('AssertionError: no\nmodel is busy'), null, null],
  ['an error of nobody', row('boom', { outcome: 'error' }), null, 'sandbox'],
  [
    'an error of the format’s own field',
    row('API error: 503', { outcome: 'error', fault: 'provider' }),
    null,
    'provider',
  ],
  ['what passed', row('openai.RateLimitError: 429', { outcome: 'passed' }), [BROKEN], null],
])('%s', (_, found, calls, fault) => {
  expect(faultOf(found, calls, ['model is busy'])).toBe(fault);
});
