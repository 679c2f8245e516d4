import { expect, test } from 'vitest';
import { ask, recorderFor, turnOf } from '#test/wire/recorder/support.ts';

test('new requests that are said to be retries count as model calls', async () => {
  await using recorder = recorderFor();
  const session = await recorder.open();
  session.begin(turnOf(1, 2));
  const statuses = [];
  for (const body of ['one', 'two', 'three', 'four']) {
    const headers = { 'x-stainless-retry-count': '1' };
    statuses.push((await ask(session.variables['OPENAI_BASE_URL'], { body, headers })).status);
  }
  expect(statuses).toEqual([200, 200, 403, 403]);
});
