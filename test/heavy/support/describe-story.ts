import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderWith } from '#test/support/cli-folder.ts';
import { json } from '#test/support/scripted-suite.ts';
import { type ModelServer, startModelServer } from '#test/testing/providers/model-server.ts';
import type { TurnRecord } from '#trials/trial/trajectory.ts';
import { readTurns } from './read-trajectories.ts';
import { accountOf, STORY } from './story.ts';
import { storyScript } from './story-script.ts';

/** A way in which a real agent hands over its conversation. */
export interface Way {
  readonly id: string;
  /** Handed to the agent, which picks the way by it. */
  readonly context: Readonly<Record<string, string>>;
  /** False where the format cannot say that a tool failed: a failed call counts as one with a result. */
  readonly tells_failures: boolean;
}

/** How an agent that plays the story is started, of the programs in `test/heavy/agents`. */
export interface StoryAgent {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** An agent that plays the story. */
export interface StoryPeer {
  /** True when it can't be had here. */
  readonly missing: boolean;
  readonly ways: readonly Way[];
  /** How it is started, told where the model server listens. */
  readonly agent: (providersUrl: string) => StoryAgent;
}

/** Tests that the bundle reads a real agent's conversations to the letter in every way they are handed over. */
export function describeStory(title: string, { missing, ways, agent }: StoryPeer): void {
  describe.skipIf(missing)(title, () => {
    let providers: ModelServer;
    let turns: ReadonlyMap<string, readonly TurnRecord[]>;

    beforeAll(async () => {
      providers = await startModelServer(storyScript);
      turns = await play(agent(providers.url), ways);
    });
    afterAll(() => providers?.close());

    test('says nothing to a provider that is not in the story', () => {
      expect(providers.failures).toEqual([]);
      expect(providers.requests.filter(({ status }) => status !== 200)).toEqual([]);
    });

    test.each(ways)(
      '$id gives every call with its arguments, status and step, the answer, the tokens and the model calls',
      ({ id, tells_failures }) => {
        expect(turns.get(`${id}#1`)?.map(toldIn)).toEqual(STORY.map((turn) => accountOf(turn, tells_failures)));
      },
    );
  });
}

/** Plays the story once per way through the bundled terminal command, in a folder that holds the agents. */
async function play(agent: StoryAgent, ways: readonly Way[]): Promise<ReadonlyMap<string, readonly TurnRecord[]>> {
  await using folder = await folderWith({
    'agent-eval.yml': json({
      version: 1,
      agent: { ...agent, env: { ...agent.env, STORY: JSON.stringify(STORY) } },
      cases: ['cases.yml'],
      trials: 1,
      concurrency: 1,
      limits: { trial_timeout: '60s' },
    }),
    'cases.yml': json({
      cases: ways.map(({ id, context }) => ({
        id,
        context,
        turns: STORY.map(({ input }) => ({ input, expect: { completes: true } })),
      })),
    }),
  });
  await cp(join(import.meta.dirname, '..', 'agents'), folder.path, { recursive: true });
  const { stdout, stderr } = await folder.cli(['run', '--output', 'out']);
  return await readTurns(join(folder.path, 'out'), `${stdout}\n${stderr}`);
}

/** What a turn's record says that comes from the agent's messages: formats differ in which parts of the counts (cache, reasoning) they tell. */
function toldIn({ output, steps, usage, tool_calls }: TurnRecord) {
  const { input_tokens, output_tokens, total_tokens, cost_usd, estimated } = usage ?? {};
  return {
    output,
    steps,
    usage: { input_tokens, output_tokens, total_tokens, cost_usd, estimated },
    tool_calls: tool_calls?.map(({ result: _, ...call }) => call),
  };
}
