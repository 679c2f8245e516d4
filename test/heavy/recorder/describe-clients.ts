import { beforeAll, describe, expect, test } from 'vitest';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import { accountOf, INPUTS, rounded, type Traits } from './conversation.ts';
import { playRecorded, REAL_KEY, REAL_SESSION, type Recorded, type RecordedAgent } from './play-recorded.ts';
import { type RecordedClient, requestsOf } from './recorded-clients.ts';

const TRIALS = 3;

/** Clients that one program holds. */
export interface Clients {
  readonly missing: boolean;
  /** The rows of the table in clients.md that the ways show. */
  readonly clients: readonly RecordedClient[];
  readonly agent: () => RecordedAgent;
  /** Merged into `agent-eval.yml`. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly ways: readonly string[];
  /** Ways whose reader takes note of the first piece of an answer. */
  readonly streamed: RegExp;
  readonly traits: (way: string) => Traits;
}

/** Tests that the record of the conversation is the same, whichever of a program's ways asks the model. */
export function describeClients(title: string, facts: Clients): void {
  const { missing, clients, agent, config, ways, streamed, traits } = facts;
  describe.skipIf(missing)(title, () => {
    let played: Recorded;

    beforeAll(async () => {
      played = await playRecorded(agent(), {
        ways,
        trials: TRIALS,
        listens: streamed,
        ...(config === undefined ? {} : { config }),
      });
    });

    test('play the whole conversation', () => {
      expect(played.exitCode, played.output).toBe(0);
      expect(played.failures).toEqual([]);
    });

    test('reach the model by the real key alone, which no process of theirs holds', () => {
      expect(played.requests.filter(({ status }) => status === 401 || status === 403)).toEqual([]);
      const environments = [...played.trials.values()].flatMap(([first]) => first?.metadata?.['environment'] ?? []);
      expect(environments).toHaveLength(ways.length * TRIALS);
      for (const environment of environments) {
        const forwards = [...String(environment)].reverse().join('');
        expect(forwards).toContain('agent-eval-dummy-key');
        expect(forwards).not.toContain(REAL_KEY);
        expect(forwards).not.toContain(REAL_SESSION);
      }
    });

    test.each(clients)('$name: makes the requests that clients.md tells', (client) => {
      const { endpoints, streams } = client;
      expect(requestsOf(client, played.requests)).toEqual({ endpoints: endpoints.toSorted(), streams });
    });

    test.each(ways)('%s: the tool calls with results and status, the steps, the tokens, the model', (way) => {
      for (const mark of marksOf(way)) {
        const turns = played.trials.get(mark) ?? [];
        expect(turns.map(recordOf), mark).toEqual(
          INPUTS.map((_, turn) => accountOf(turn, mark, { ...traits(way), embedded: embeddedIn(turns[turn]) })),
        );
      }
    });

    test.each(ways.filter((way) => streamed.test(way)))(
      '%s hears the beginning of an answer while its end is held back',
      (way) => {
        // Three answers of the conversation have a text.
        for (const mark of marksOf(way))
          expect(played.streams.filter((stream) => stream.mark === mark)).toEqual(Array(3).fill({ mark, heard: true }));
      },
    );
  });
}

function marksOf(way: string): readonly string[] {
  return Array.from({ length: TRIALS }, (_, index) => `${way}#${index + 1}`);
}

/** What the record says, without the tokens of a cache and of reasoning, which not every provider tells. */
function recordOf({ output, steps, usage, tool_calls }: TurnRecord) {
  const { input_tokens, output_tokens, total_tokens, cost_usd, estimated, models } = usage ?? {};
  return {
    output,
    steps,
    usage: { input_tokens, output_tokens, total_tokens, cost_usd: rounded(cost_usd), estimated, models },
    tool_calls,
  };
}

/** The agent that embeds says how many tokens that took. */
function embeddedIn(turn: TurnRecord | undefined): number {
  return Number(turn?.metadata?.['embedded'] ?? 0);
}
