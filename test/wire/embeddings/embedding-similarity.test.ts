import { describe, expect, it } from 'vitest';
import type { CheckResult } from '#trials/checks/terms/check.ts';
import { createEmbeddingModel } from '#wire/clients/create-embedding-model.ts';
import { embeddingSimilarity } from '#wire/embeddings/embedding-similarity.ts';
import { type Scene, type SceneOptions, startScene } from '../gateway/scene.ts';

const MODEL = { model: 'text-embedding-3-small', dimensions: null, base_url: null };
const never = new AbortController().signal;

async function withScene<T>(options: SceneOptions, work: (scene: Scene) => Promise<T>): Promise<T> {
  await using scene = await startScene(() => ({ text: 'x' }), options);
  return await work(scene);
}

async function judge(scene: Scene, answer: string | null, to: readonly string[], min = 0.9): Promise<CheckResult> {
  const check = { id: 'response.similar.embedding', turn: null, to, min };
  const { result } = await embeddingSimilarity(createEmbeddingModel(MODEL, scene.gateway))(check, answer, never);
  return result;
}

describe('similarity by embeddings', () => {
  it('is the cosine to the nearest text, and every text is asked for once in a run', async () => {
    await withScene({}, async (scene) => {
      const similar = embeddingSimilarity(createEmbeddingModel(MODEL, scene.gateway));
      const check = { id: 'x', turn: null, to: ['your refund is here', 'nothing'], min: 0.7 };
      const [first, again] = [
        await similar(check, 'a refund is here', never),
        await similar(check, 'a refund is here', never),
      ];
      expect(first.result).toMatchObject({
        name: 'response.similar.embedding',
        passed: true,
        score: expect.closeTo(0.75, 6),
      });
      expect(again.result).toEqual(first.result);
      // Three texts were paid for once.
      expect([first.usage?.input_tokens, again.usage]).toEqual([expect.any(Number), null]);
      expect(scene.server.requests.map(({ path }) => path)).toEqual(Array(3).fill('/v1/embeddings'));
    });
  });

  it('is 0 without an answer, and no model is asked', async () => {
    await withScene({}, async (scene) => {
      expect(await judge(scene, null, ['words'])).toMatchObject({
        passed: false,
        score: 0,
        fact: { code: 'no_answer' },
      });
      expect(await judge(scene, ' \n', ['words'])).toMatchObject({
        passed: false,
        score: 0,
        fact: { code: 'no_answer' },
      });
      expect(scene.server.requests).toEqual([]);
    });
  });

  it('a missing embedding is the provider’s error, of its own class, and never a failure', async () => {
    await withScene({ environment: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' } }, async (scene) => {
      expect(await judge(scene, 'words', ['words'])).toMatchObject({
        passed: null,
        score: null,
        error_class: 'network',
      });
    });
    await withScene({ caps: { max_tokens: 1 } }, async (scene) => {
      await judge(scene, 'one two three four five', ['words']);
      expect(await judge(scene, 'other words', ['words'])).toMatchObject({ passed: null, error_class: 'budget' });
    });
  });
});
