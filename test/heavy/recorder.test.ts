/** Unmodified clients of every kind behind the recorder: whoever asks the model, the record of the same conversation is the same. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { TurnRecord } from '#domain/trial/trajectory.ts';
import { accountOf, INPUTS, rounded, type Traits } from './recorder/conversation.ts';
import { playRecorded, REAL_KEY, type Recorded, type RecordedAgent } from './recorder/play-recorded.ts';
import { npmPackages } from './support/npm-packages.ts';
import { peer } from './support/peer.ts';
import { pythonEnvironment } from './support/python-environment.ts';

const python = await peer('openai, anthropic, ollama and langchain from PyPI', () => pythonEnvironment('frameworks'));
const javascript = await peer('openai, @anthropic-ai/sdk and ollama from npm', () => npmPackages('sdks'));

const TRIALS = 3;

describeClients('the Python SDKs, and plain HTTP', {
  missing: python.missing,
  agent: () => ({ command: [python.get().python, 'sdks.py'], env: python.get().env }),
  ways: [
    ...['openai-chat', 'openai-chat-raw-response', 'openai-chat-parse', 'openai-chat-async'],
    ...['openai-chat-stream', 'openai-chat-stream-with-usage', 'openai-chat-stream-helper', 'openai-chat-async-stream'],
    ...['openai-chat-base-without-v1', 'openai-chat-base-with-slash', 'openai-embeddings'],
    ...['openai-responses', 'openai-responses-async', 'openai-responses-stream', 'openai-responses-stream-helper'],
    ...['openai-responses-previous', 'anthropic-messages', 'anthropic-async', 'anthropic-beta', 'anthropic-stream'],
    ...[
      'anthropic-async-stream',
      'anthropic-stream-events',
      'anthropic-runner',
      'anthropic-runner-without-thread',
      'ollama-chat',
      'ollama-module',
    ],
    ...['ollama-async', 'ollama-stream', 'ollama-async-stream', 'ollama-as-openai', 'ollama-as-openai-stream'],
    ...['http-chat', 'http-chat-stream', 'http-messages', 'http-ollama-stream', 'http-requests', 'http-one-connection'],
  ],
  streamed: /stream|slash/,
  traits: (way) => ({ tells_failures: /anthropic|messages/.test(way) }),
});

describeClients('LangChain and LangGraph', {
  missing: python.missing,
  agent: () => ({ command: [python.get().python, 'chains.py'], env: python.get().env }),
  // Loading LangChain takes seconds of a processor, once a process.
  config: { concurrency: 2 },
  ways: [
    ...['openai-invoke', 'openai-ainvoke', 'openai-stream', 'openai-astream', 'openai-responses-invoke'],
    ...['openai-responses-stream', 'openai-responses-v1-stream', 'openai-responses-previous'],
    ...['anthropic-invoke', 'anthropic-stream', 'anthropic-astream', 'ollama-invoke', 'ollama-stream'],
    ...['openai-create-agent', 'openai-create-react-agent', 'openai-create-agent-stream'],
    ...['openai-responses-create-agent', 'anthropic-create-agent', 'anthropic-create-agent-stream'],
    ...['ollama-create-agent', 'openai-sub-agent', 'anthropic-sub-agent', 'ollama-sub-agent'],
  ],
  streamed: /stream/,
  traits: (way) => ({ tells_failures: way.startsWith('anthropic'), sub_agent: way.endsWith('sub-agent') }),
});

describeClients('the JavaScript SDKs, fetch and curl', {
  missing: javascript.missing,
  agent: () => ({ command: [process.execPath, 'sdks.mjs'], nodeModules: javascript.get() }),
  ways: [
    ...['openai-chat', 'openai-chat-stream', 'openai-chat-stream-helper', 'openai-chat-runner'],
    ...['openai-chat-runner-stream', 'openai-responses', 'openai-responses-stream', 'openai-responses-stream-helper'],
    ...[
      'anthropic-messages',
      'anthropic-stream',
      'anthropic-stream-helper',
      'anthropic-runner',
      'anthropic-runner-without-thread',
    ],
    ...['ollama-chat', 'ollama-stream', 'fetch-chat', 'fetch-chat-stream', 'fetch-messages'],
    ...['curl-chat', 'curl-chat-stream'],
  ],
  streamed: /stream/,
  traits: (way) => ({ tells_failures: /anthropic|messages/.test(way) }),
});

/** Clients that one program holds. */
interface Clients {
  readonly missing: boolean;
  readonly agent: () => RecordedAgent;
  /** Merged into `agent-eval.yml`. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly ways: readonly string[];
  /** Ways whose reader takes note of the first piece of an answer. */
  readonly streamed: RegExp;
  readonly traits: (way: string) => Traits;
}

function describeClients(title: string, { missing, agent, config, ways, streamed, traits }: Clients): void {
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
      expect(played.exitCode, played.shown).toBe(0);
      expect(played.failures).toEqual([]);
    });

    test('reach the model by the real key alone, which no process of theirs holds', () => {
      expect(played.requests.filter(({ status }) => status === 401)).toEqual([]);
      const environments = [...played.trials.values()].flatMap(([first]) => first?.metadata?.['environment'] ?? []);
      expect(environments).toHaveLength(ways.length * TRIALS);
      for (const environment of environments) {
        const forwards = [...String(environment)].reverse().join('');
        expect(forwards).toContain('agent-eval-dummy-key');
        expect(forwards).not.toContain(REAL_KEY);
      }
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
          expect(played.streams.filter((one) => one.mark === mark)).toEqual(Array(3).fill({ mark, heard: true }));
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
