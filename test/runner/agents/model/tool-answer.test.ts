import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#common/json.ts';
import { giveAnswer } from '#runner/agents/model/tool-answer.ts';

const awake = async () => {};

describe('the answer of a mock', () => {
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
