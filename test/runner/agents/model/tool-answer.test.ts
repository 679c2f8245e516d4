import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#common/json.ts';
import { giveAnswer } from '#runner/agents/model/tool-answer.ts';

const awake = async () => {};

describe('the answer of a mock', () => {
  it('nobody waits for a time-out', async () => {
    const asleep = () => Promise.reject(new Error('slept'));
    expect(await giveAnswer({ kind: 'timeout' }, asleep)).toMatchObject({
      status: 'error',
      content: 'timed out after 30 s',
    });
  });

  it('a slow tool answers after its delay', async () => {
    const slept: number[] = [];
    const answer = await giveAnswer({ kind: 'slow', delay_ms: 1234, value: 1 }, async (ms) => {
      slept.push(ms);
    });
    expect([slept, answer.content]).toEqual([[1234], '1']);
  });

  it('malformed is never JSON, whatever the value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const { content, status } = await giveAnswer({ kind: 'malformed', value: value as Json }, awake);
        expect(status).toBe('ok');
        expect(content).not.toBe('');
        expect(() => JSON.parse(content)).toThrow();
      }),
    );
  });
});
