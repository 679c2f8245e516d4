import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ModelServer, startModelServer } from '#test/testing/providers/model-server.ts';
import { type PlayedStory, playStory } from './play-story.ts';
import { accountOf, STORY } from './story.ts';
import { storyScript } from './story-script.ts';
import { SPOILED_CHECKS, type StoryAgent, type Way } from './story-suite.ts';

/**
 * Tests that the bundle reads a real agent's conversations to the letter in every way they are handed over, and that
 * expectations which are off by one would have failed.
 *
 * @param agent told where the model server listens, how the agent is started
 */
export function describeStory(title: string, { missing, ways, agent }: StoryPeer): void {
  describe.skipIf(missing)(title, () => {
    let providers: ModelServer;
    let right: PlayedStory;
    let wrong: PlayedStory;

    beforeAll(async () => {
      providers = await startModelServer({ script: storyScript });
      right = await playStory(agent(providers.url), ways, 'right');
      wrong = await playStory(agent(providers.url), ways.filter(isSample), 'wrong');
    });
    afterAll(() => providers?.close());

    test('says nothing to a provider that is not in the story', () => {
      expect(providers.failures).toEqual([]);
      expect(providers.requests.filter(({ status }) => status !== 200)).toEqual([]);
    });

    test('passes with right expectations and fails with wrong ones', () => {
      expect(right, right.shown).toMatchObject({ exitCode: 0 });
      expect(wrong, wrong.shown).toMatchObject({ exitCode: 1 });
    });

    describe.each(ways)('$id', ({ id, tells_failures }) => {
      test('gives every call with its arguments, status and step, the answer, the tokens and the model calls', () => {
        const trial = right.trials.get(id);
        expect(
          trial?.checks.filter(({ passed }) => passed !== true),
          trial?.failure?.message,
        ).toEqual([]);
        expect(trial).toMatchObject({ outcome: 'passed' });
        expect(right.turns.get(id)).toEqual(STORY.map((turn) => accountOf(turn, tells_failures)));
      });
    });

    test.each(ways.filter(isSample))('$id fails every expectation that is off by one', ({ id }) => {
      const failed = wrong.trials.get(id)?.checks.filter(({ passed }) => passed === false);
      expect(failed?.map((check) => check.id).sort()).toEqual(SPOILED_CHECKS);
    });
  });
}

/** Every account is compared to the letter: that a check fails where it should is shown by some. */
function isSample(_: Way, at: number): boolean {
  return at % 8 === 0;
}

/** An agent that plays the story. */
export interface StoryPeer {
  /** True when it can't be had here. */
  readonly missing: boolean;
  readonly ways: readonly Way[];
  /** How it is started; `nodeModules` is where its packages are, for JavaScript. */
  readonly agent: (providersUrl: string) => StoryAgent & { readonly nodeModules?: string };
}
