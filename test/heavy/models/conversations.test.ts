import { describe, expect, it } from 'vitest';
import { FAST_TIMERS } from '#test/support/fast-timers.ts';
import { BOTH_KINDS, endsOf, modelSuite, REAL_KEY, runAgainst, runOnce } from '#test/support/model-suite.ts';
import { startModelServer } from '#test/testing/providers/model-server.ts';
import { call, called, lastUser } from '#test/testing/providers/rules.ts';
import type { ModelScript, ScriptRequest } from '#test/testing/providers/script.ts';

const HUNDRED = { input: 90, output: 10 };

describe.each(BOTH_KINDS)('%s', (_, agent) => {
  describe('in several turns', () => {
    /** Remembers the conversation: what it looks up in the second turn was said in the first. */
    const script: ModelScript = (request) => {
      const first = request.messages.find(({ role }) => role === 'user')?.text ?? '';
      if (lastUser(request).startsWith('And') && called(request, 'look_up') === 0) {
        return { calls: [call('look_up', { what: first })], usage: HUNDRED };
      }
      return { text: `${lastUser(request)}: all is well`, usage: HUNDRED };
    };
    const turns = [
      { input: 'Brno', expect: { response: { contains: ['Brno: all is well'] } } },
      { input: 'And what else?', expect: { tools: [{ name: 'look_up', args: { what: 'Brno' } }] } },
      { input: 'Bye', expect: { response: { contains: ['Bye'] }, tools: { max_calls: 0 } } },
    ];

    it('holds each turn to its own expectations, on one conversation', async () => {
      const run = await runAgainst({ script }, modelSuite(agent, { one: { turns } }));
      expect(
        run.trials[0]?.checks.filter(({ passed }) => !passed),
        run.stderr,
      ).toEqual([]);
      expect(endsOf(run), run.stderr).toEqual(['passed']);
      expect(run.trials[0]).toMatchObject({ steps: 4, turn_pass_rate: 1, usage: { total_tokens: 400 } });
      expect(run.server.requests).toHaveLength(4);
    });
  });

  describe('with a simulated user', () => {
    const spec = { persona: 'A curt customer.', goal: 'Get a refund of order 7.' };
    const config = { simulated_user: { openai: { model: 'talker' } } };

    /** The user asks twice and is done; the agent asks back once. */
    const script: ModelScript = (request) => {
      if (isUser(request)) {
        const count = request.messages.filter(({ role }) => role === 'assistant').length;
        const texts = ['I want my money.', 'Order 7.', '###DONE###'];
        return { text: texts[count] ?? '###DONE###', usage: { input: 40, output: 5 } };
      }
      return {
        text: lastUser(request) === 'Order 7.' ? 'all is well, it is refunded' : 'Which order?',
        usage: HUNDRED,
      };
    };

    it('talks until the goal is reached, and keeps the ledgers apart', async () => {
      const run = await runAgainst({ script }, modelSuite(agent, { one: { simulated_user: spec } }, config));
      expect(endsOf(run), run.stderr).toEqual(['passed']);
      expect(run.trials[0]).toMatchObject({
        steps: 2,
        usage: { total_tokens: 200 },
        user_usage: { total_tokens: 135 },
      });
      expect(run.server.requests.filter(({ body }) => body?.['model'] === 'talker')).toHaveLength(3);
      expect(run.trials[0]?.usage.models).not.toContain('talker');
    });

    describe('that lives at a host of its own', () => {
      const ids = { one: { simulated_user: spec }, two: { simulated_user: spec } };
      const at = (base_url: string) => ({ simulated_user: { openai: { model: 'talker', base_url } } });

      it('is asked there without the key, and spends from the same budget', async () => {
        await using server = await startModelServer(script);
        await using other = await startModelServer(script);
        const suite = modelSuite(agent, ids, at(other.base_urls.openai));
        const run = await runOnce(suite, server, ['--max-tokens', '335']);
        expect(endsOf(run), run.stderr).toEqual(['passed']);
        expect([server.requests.length, other.requests.length]).toEqual([2, 3]);
        expect(run.stderr).toContain('max-tokens 335 is reached: 335 tokens used');
        expect(JSON.stringify(other.requests.map(({ headers }) => headers))).not.toContain(REAL_KEY);
        expect(JSON.stringify(server.requests[0]?.headers)).toContain(REAL_KEY);
      });
    });

    it('whose model fails is an error, not a failure of the agent', async () => {
      const broken: ModelScript = (request) => (isUser(request) ? { fault: { status: 500 } } : { text: 'all is well' });
      const run = await runAgainst(
        { script: broken },
        modelSuite(agent, { one: { simulated_user: spec } }, { ...config, limits: { trial_timeout: '20m' } }),
        [],
        FAST_TIMERS,
      );
      expect(endsOf(run), run.stderr).toEqual(['error: provider']);
      expect(run.trials[0]?.error?.message).toContain('simulated user');
    });
  });
});

function isUser({ model }: ScriptRequest): boolean {
  return model === 'talker';
}
