import { expect, test } from 'vitest';
import type { TrialAttempt } from '#wire/ports.ts';
import { createInbox } from '#wire/recorder/inbox.ts';

/** A model call that began then, in nanoseconds since 1970. */
function exported(start: bigint, traceId = '5b8efff798038103d269b633813fc60c') {
  const span = {
    ...{ traceId, spanId: '051581bf3cb55c13', name: 'chat' },
    startTimeUnixNano: String(start),
    attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }],
  };
  return { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
}

test('a span of the millisecond in which the answer came counts, although the clock had not reached it', async () => {
  const inbox = createInbox({ count: 0 });
  const end = inbox.begin(attemptAt('a'));
  const now = BigInt(Date.now()) * 1_000_000n;
  const received = end(new AbortController().signal);
  inbox.take(exported(now + 999_999n), 100);
  inbox.take(exported(now - 60_000_000_000n, 'another'), 100);
  expect((await received).spans).toHaveLength(1);
});

/** What a turn has of the spans that come before it, between two turns, or in it, each with its trace and its age in seconds. */
test.each<[string, { readonly first?: Sent; readonly between?: Sent; readonly same?: true; readonly last: Sent }, Got]>(
  [
    ['a trace of its own', { first: [['a', 0]], last: [['b', 0]] }, [1, false]],
    ['the trace of an earlier trial', { first: [['a', 0]], last: [['a', 0]] }, [0, true]],
    [
      'its own trace and that of an earlier trial',
      {
        first: [['a', 0]],
        last: [
          ['a', 0],
          ['b', 0],
        ],
      },
      [1, true],
    ],
    ['the trace of late work between the trials', { between: [['a', 0]], last: [['a', 0]] }, [0, true]],
    [
      'a trace that comes late, with work from before the trial',
      {
        last: [
          ['a', 0],
          ['a', 60],
        ],
      },
      [0, true],
    ],
    ['the trace of an earlier turn of the same trial', { first: [['a', 0]], same: true, last: [['a', 0]] }, [1, false]],
    ['a trace that an earlier trial used for a time to come', { first: [['b', -9]], last: [['b', 0]] }, [0, true]],
    ['the id of a trace that no standard allows', { last: [['a'.repeat(65), 0]] }, [0, true]],
  ],
)('%s: whose work a span is', async (_, { first = [], between = [], same, last }, [spans, isForeign]) => {
  const inbox = createInbox({ count: 0 });
  const over = AbortSignal.abort();
  const send = (sent: Sent) =>
    sent.forEach(([trace, age]) => {
      inbox.take(exported(BigInt(Date.now() - age * 1000) * 1_000_000n, trace), 100);
    });
  const attempt = attemptAt('a');
  const end = inbox.begin(attempt);
  send(first);
  await end(over);
  send(between);
  const endLast = inbox.begin(same ? attempt : attemptAt('b'));
  send(last);
  const received = await endLast(over);
  expect([received.spans.length, received.problem !== null]).toEqual([spans, isForeign]);
});

type Sent = readonly (readonly [trace: string, age: number])[];
type Got = readonly [spans: number, isForeign: boolean];

function attemptAt(case_id: string): TrialAttempt {
  return { trial: { case_id, index: 1 } };
}
