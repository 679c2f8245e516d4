import { describe, expect, test } from 'vitest';
import { ask, LOST, modelCall, type Received, recorderFor, type Scripted, turnOf } from './support.ts';

/** Answers by the body: `{"name": …}` comes back as the id of the call. */
function named({ request }: Received): Scripted {
  return { call: { answer: { id: request.body, model: 'm', text: '', calls: [], usage: null } } };
}

const ids = (calls: readonly { readonly answer: { readonly id: string | null } | null }[]) =>
  calls.map(({ answer }) => answer?.id);

describe('a model call', () => {
  test('through the session belongs to the turn that is open on it', async () => {
    await using recorder = recorderFor(named);
    const session = await recorder.open();
    const other = await recorder.open();
    const [turn, beside] = [session.begin(turnOf(1)), other.begin(turnOf(2))];
    await ask(session.variables['OPENAI_BASE_URL'], { body: 'one' });
    await ask(session.variables['OPENAI_BASE_URL'], { body: 'two' });
    expect(ids(turn.end())).toEqual(['one', 'two']);
    expect(beside.end()).toEqual([]);
    expect(recorder.received.map(({ context }) => context.attempt?.trial.index)).toEqual([1, 1]);
    expect(recorder.received.map(({ context }) => context.ledger)).toEqual(['agent', 'agent']);
  });

  test('of several turns on one session is assigned by base URL or by header, which wins', async () => {
    await using recorder = recorderFor(named);
    const session = await recorder.open();
    const [first, second] = [session.begin(turnOf(1)), session.begin(turnOf(2))];
    await ask(first.base_urls['openai'], { body: 'a' });
    await ask(second.base_urls['anthropic'], { path: '/v1/messages', body: 'b' });
    await ask(session.variables['OPENAI_BASE_URL'], { body: 'c', headers: { 'x-agent-eval-trial': first.token } });
    await ask(first.base_urls['openai'], { body: 'd', headers: { 'X-Agent-Eval-Trial': second.token } });
    expect([ids(first.end()), ids(second.end())]).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ]);
    expect(recorder.received.every(({ request }) => !('x-agent-eval-trial' in request.headers))).toBe(true);
    expect(recorder.notes()).toEqual([]);
  });

  test('by the session alone belongs to none of several turns, which is noted', async () => {
    await using recorder = recorderFor(named);
    const session = await recorder.open();
    const [first, second] = [session.begin(turnOf(1)), session.begin(turnOf(2))];
    await ask(session.variables['OPENAI_BASE_URL'], { body: 'whose?' });
    expect([first.end(), second.end()]).toEqual([[], []]);
    expect(recorder.received[0]?.context.attempt).toBeNull();
    expect(recorder.notes()).toEqual([expect.stringMatching(/^1 model call was made while several trials shared/)]);
  });

  test('that begins after the turn, or ends after it, joins no trial, which is noted', async () => {
    const held = Promise.withResolvers<void>();
    await using recorder = recorderFor(async (received) => {
      if (received.request.body === 'slow') await held.promise;
      return named(received);
    });
    const session = await recorder.open();
    const turn = session.begin(turnOf());
    await ask(session.variables['OPENAI_BASE_URL'], { body: 'in time' });
    const slow = ask(session.variables['OPENAI_BASE_URL'], { body: 'slow' });
    await expect.poll(() => recorder.received.length).toBe(2);
    expect(ids(turn.end())).toEqual(['in time']);
    held.resolve();
    await slow;
    await ask(session.variables['OPENAI_BASE_URL'], { body: 'late' });
    await ask(turn.base_urls['openai'], { body: 'later' });
    expect(ids(turn.end())).toEqual(['in time']);
    expect(recorder.received.map(({ context }) => context.attempt === null)).toEqual([false, false, true, true]);
    expect(recorder.notes()).toEqual([expect.stringMatching(/^3 model calls were made outside of any turn/)]);
  });

  test('that ends because its process did is not late', async () => {
    await using recorder = recorderFor();
    const session = await recorder.open();
    const turn = session.begin(turnOf());
    await ask(session.variables['OPENAI_BASE_URL']);
    turn.end();
    const fault = { kind: 'aborted', status: null, message: 'gone' } as const;
    recorder.received[0]?.context.onCall(modelCall({ fault }));
    expect(recorder.notes()).toEqual([]);
  });

  test('is in the order in which it was made, not in which it was answered', async () => {
    const first = Promise.withResolvers<void>();
    await using recorder = recorderFor(async (received) => {
      if (received.request.body === 'first') await first.promise;
      return named(received);
    });
    const session = await recorder.open();
    const turn = session.begin(turnOf());
    const slow = ask(session.variables['OPENAI_BASE_URL'], { body: 'first' });
    await expect.poll(() => recorder.received.length).toBe(1);
    await ask(session.variables['OPENAI_BASE_URL'], { body: 'second' });
    first.resolve();
    await slow;
    expect(ids(turn.end())).toEqual(['first', 'second']);
  });

  test('waits for no call of another turn on its session: 32 at a time are for each', async () => {
    const held = Promise.withResolvers<void>();
    await using recorder = recorderFor(async (received) => {
      if (received.request.body === 'slow') await held.promise;
      return named(received);
    });
    const session = await recorder.open();
    const [busy, other] = [session.begin(turnOf(1)), session.begin(turnOf(2))];
    const slow = Array.from({ length: 40 }, () => ask(busy.base_urls['openai'], { body: 'slow' }));
    await expect.poll(() => recorder.received.length, { timeout: 120_000 }).toBe(32);
    await ask(other.base_urls['openai'], { body: 'mine' });
    expect(ids(other.end())).toEqual(['mine']);
    expect(recorder.received).toHaveLength(33);
    held.resolve();
    await Promise.all(slow);
    expect(busy.end()).toHaveLength(40);
  });

  test('of a turn that begins when its session is closed is refused, as all calls of that session are', async () => {
    await using recorder = recorderFor(named);
    const session = await recorder.open();
    session.close();
    const turn = session.begin(turnOf());
    expect((await ask(turn.base_urls['openai'])).status).toBe(404);
    expect((await ask(session.variables['OPENAI_BASE_URL'])).status).toBe(404);
    expect(turn.end()).toEqual([]);
    expect(recorder.received).toEqual([]);
  });

  test.each(['session', 'turn', 'header'])('with an unknown token (%s) is refused with what to use', async (which) => {
    await using recorder = recorderFor();
    const session = await recorder.open();
    const open = await recorder.open();
    const turn = session.begin(turnOf());
    session.close();
    const base = {
      session: session.variables['OPENAI_BASE_URL'],
      turn: turn.base_urls['openai'],
      header: open.variables['OPENAI_BASE_URL'],
    }[which];
    const { status, text } = await ask(base, {
      headers: which === 'header' ? { 'x-agent-eval-trial': turn.token } : {},
    });
    expect([status, JSON.parse(text).error.message]).toEqual([404, expect.stringMatching(/OPENAI_BASE_URL/)]);
    expect(recorder.received).toEqual([]);
  });
});

describe('waiting', () => {
  test('is counted once for calls that wait at the same time, and stops after the turn', async () => {
    let now = 0;
    await using recorder = recorderFor(undefined, { monotonic: () => now });
    const session = await recorder.open();
    const turn = session.begin(turnOf());
    await ask(session.variables['OPENAI_BASE_URL']);
    await ask(session.variables['OPENAI_BASE_URL']);
    const [first, second] = recorder.received.map(({ context }) => context);
    const at = (time: number, act: () => void) => {
      now = time;
      act();
      return turn.waited();
    };
    expect([
      at(10, () => first?.onWait(true)),
      at(15, () => second?.onWait(true)),
      at(20, () => first?.onWait(false)),
      at(30, () => second?.onWait(false)),
      at(50, () => first?.onWait(true)),
      at(57, () => {}),
      at(60, () => turn.end()),
      at(99, () => first?.onWait(false)),
    ]).toEqual([0, 5, 10, 20, 20, 27, 30, 30]);
  });
});

describe('limits.max_steps', () => {
  const retry = (count: number) => ({ headers: { 'x-stainless-retry-count': String(count) } });

  test('refuses the first model call over it, and all after that', async () => {
    await using recorder = recorderFor(named);
    const session = await recorder.open();
    const turn = session.begin(turnOf(1, 2));
    const statuses = [];
    for (const body of ['one', 'two', 'three', 'three']) {
      statuses.push((await ask(session.variables['OPENAI_BASE_URL'], { body })).status);
    }
    expect(statuses).toEqual([200, 200, 403, 403]);
    expect(turn.end().map(({ fault }) => fault?.kind ?? null)).toEqual([null, null, 'limit', 'limit']);
    const next = session.begin(turnOf(1, 2));
    expect((await ask(session.variables['OPENAI_BASE_URL'])).status).toBe(200);
    next.end();
  });

  test('counts no retries: marked by the client, or the same request after it was lost', async () => {
    await using recorder = recorderFor(({ request }) => ({ call: request.body === 'lost' ? LOST : {} }));
    const session = await recorder.open();
    session.begin(turnOf(1, 2));
    const base = session.variables['OPENAI_BASE_URL'];
    const asked = [
      await ask(base, { body: 'told', ...retry(0) }),
      await ask(base, { body: 'told', ...retry(1) }),
      await ask(base, { body: 'lost' }),
      await ask(base, { body: 'lost' }),
      await ask(base, { body: 'lost' }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await ask(base, { body: 'new' })).status).toBe(403);
  });

  test('counts the same request again when it was answered, so that a loop ends', async () => {
    await using recorder = recorderFor(() => ({ call: {} }));
    const session = await recorder.open();
    session.begin(turnOf(1, 1));
    expect((await ask(session.variables['OPENAI_BASE_URL'])).status).toBe(200);
    expect((await ask(session.variables['OPENAI_BASE_URL'])).status).toBe(403);
  });

  test('counts neither embeddings nor what costs nothing', async () => {
    await using recorder = recorderFor(() => ({ call: {} }));
    const session = await recorder.open();
    session.begin(turnOf(1, 1));
    const base = session.variables['OPENAI_BASE_URL'];
    for (const path of ['/embeddings', '/moderations', '/chat/completions']) {
      expect((await ask(base, { path })).status).toBe(200);
    }
  });
});
