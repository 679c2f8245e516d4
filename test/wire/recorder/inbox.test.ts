import { expect, test } from 'vitest';
import { createInbox } from '#wire/recorder/inbox.ts';

/** A model call that began then, in nanoseconds since 1970. */
function exported(start: bigint) {
  const span = {
    ...{ traceId: '5b8efff798038103d269b633813fc60c', spanId: '051581bf3cb55c13', name: 'chat' },
    startTimeUnixNano: String(start),
    attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }],
  };
  return { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
}

test('a span of the millisecond in which the answer came counts, although the clock had not reached it', async () => {
  const inbox = createInbox({ count: 0 });
  const end = inbox.begin();
  const now = BigInt(Date.now()) * 1_000_000n;
  const received = end(new AbortController().signal);
  inbox.take(exported(now + 999_999n), 100);
  inbox.take(exported(now - 60_000_000_000n), 100);
  expect((await received).spans).toHaveLength(1);
});
