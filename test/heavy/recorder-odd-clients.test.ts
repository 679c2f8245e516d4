/** Real clients that lose answers, ask twice, ask too late, play several trials in one process, or ask somewhere else. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { ModelScript } from '#test/testing/providers/script.ts';
import { accountOf, INPUTS, MARK, script } from './recorder/conversation.ts';
import { playRecorded, type Recorded } from './recorder/play-recorded.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';

const packages = await peer('openai from npm', () => npmPackages('sdks'));

describe.skipIf(packages.missing)('a client behind the recorder', () => {
  describe('that asks more than once', () => {
    let played: Recorded;

    beforeAll(async () => {
      const ways = ['own-retries', 'asked-twice', 'asked-once-more', 'out-of-patience', 'late'];
      played = await play('odd.mjs', ways, 1, { script: troubled(), listens: /late/ });
    });

    test('comes to an answer every time', () => {
      expect(played.exitCode, played.output).toBe(0);
      expect(played.failures).toEqual([]);
    });

    test.each(['own-retries', 'asked-twice', 'asked-once-more', 'out-of-patience', 'late'])(
      '%s: its tool calls and steps count once',
      (way) => {
        const mark = `${way}#1`;
        const turns = played.trials.get(mark) ?? [];
        expect(turns.map(({ tool_calls, steps, output }) => ({ tool_calls, steps, output }))).toEqual(
          INPUTS.map((_, turn) => {
            const { tool_calls, steps, output } = accountOf(turn, mark, {});
            return { tool_calls, steps, output };
          }),
        );
      },
    );

    test('pays for both of two answers, and for none that the provider never gave', () => {
      const tokens = (way: string) => played.trials.get(`${way}#1`)?.map(({ usage }) => usage?.total_tokens ?? null);
      const whole = (way: string) => INPUTS.map((_, turn) => totalOf(turn, `${way}#1`));
      expect(tokens('own-retries')).toEqual(whole('own-retries'));
      expect(tokens('asked-once-more')).toEqual(whole('asked-once-more'));
      expect(tokens('asked-twice')).toEqual(whole('asked-twice').map((once) => 2 * once));
    });

    test('does not know what an answer cost that nobody waited for', () => {
      const [first, second] = played.trials.get('out-of-patience#1') ?? [];
      expect(first?.usage).toBeNull();
      expect(second?.usage?.total_tokens).toBe(totalOf(1, 'out-of-patience#1'));
    });

    test('is sent to a provider that fails four times, not once more by its SDK', () => {
      const statuses = played.requests
        .filter(({ body }) => JSON.stringify(body).includes('asked-once-more#1'))
        .map(({ status }) => status);
      expect(statuses).toEqual([500, 500, 500, 500, ...Array(5).fill(200)]);
    });

    test('is told of a call that outlived its turn', () => {
      expect(played.output).toContain('1 model call was made outside of any turn');
    });
  });

  test('that plays four trials at once is never mixed up', async () => {
    const ways = ['by-base-url', 'by-header'];
    const played = await play('together.mjs', ways, 4, { listens: /by-/ });
    expect(played.exitCode, played.output).toBe(0);
    for (const way of ways) {
      for (const trial of [1, 2, 3, 4]) {
        const mark = `${way}#${trial}`;
        const turns = played.trials.get(mark) ?? [];
        expect(
          turns.map(({ tool_calls, steps, output, usage }) => ({
            tool_calls,
            steps,
            output,
            tokens: usage?.total_tokens,
          })),
        ).toEqual(
          INPUTS.map((_, turn) => {
            const { tool_calls, steps, output } = accountOf(turn, mark, {});
            return { tool_calls, steps, output, tokens: totalOf(turn, mark) };
          }),
        );
      }
    }
    const answers = [...played.trials.values()].flat().map(({ metadata }) => metadata);
    // On a slow machine a trial may get a process of its own before the first has said how many it takes.
    expect(new Set(answers.map((answer) => answer?.['pid'])).size).toBeLessThan(8);
    expect(Math.max(...answers.map((answer) => Number(answer?.['most'])))).toBeGreaterThan(1);
  });

  test('that goes past the recorder is noticed, and has no key that opens anything', async () => {
    const played = await play('odd.mjs', ['elsewhere'], 1, { inputs: INPUTS.slice(1) });
    const [turn] = played.trials.get('elsewhere#1') ?? [];
    expect(turn).toMatchObject({ output: expect.stringContaining('401: '), steps: null, usage: null });
    expect(played.output).toContain("the recorder saw no model call: does the agent's client read OPENAI_BASE_URL");
    expect(played.requests.map(({ status, headers }) => [status, headers.authorization])).toEqual([
      [401, expect.stringContaining('send-requests-to-OPENAI_BASE_URL')],
    ]);
  });
});

function play(
  program: string,
  ways: readonly string[],
  trials: number,
  more: Partial<Parameters<typeof playRecorded>[1]>,
) {
  const agent = { command: [process.execPath, program], nodeModules: packages.get() };
  return playRecorded(agent, { ways, trials, ...more });
}

/** The conversation, with trouble in the first answer of some ways: as often as the gateway tries, or too slow to be waited for. */
function troubled(): ModelScript {
  const asked = new Map<string, number>();
  return (request) => {
    const way = (MARK.exec(request.messages.at(-1)?.text ?? '')?.[0] ?? '').split('#')[0] ?? '';
    const count = (asked.get(way) ?? 0) + 1;
    asked.set(way, count);
    if (count <= 4 && FAILING.includes(way)) return { fault: { status: 500, retry_after: 0 } };
    if (count === 1 && way === 'out-of-patience') return { fault: { kind: 'hang' } };
    return script(request);
  };
}

const FAILING = ['own-retries', 'asked-once-more'];

/** Tokens of a turn when every answer is paid once. */
function totalOf(turn: number, mark: string): number {
  const { usage } = accountOf(turn, mark, {});
  return isUsage(usage) ? usage.total_tokens : Number.NaN;
}

function isUsage(value: unknown): value is { readonly total_tokens: number } {
  return typeof value === 'object' && value !== null && 'total_tokens' in value;
}
