import { estimateTokens } from './compose-reply.ts';
import type { Json, JsonObject } from './json.ts';
import { objectOr, objects } from './read-json.ts';
import { Refusal } from './refusal.ts';

/** OpenAI's embeddings: texts that share words are near. @throws Refusal */
export function openaiEmbeddings(body: JsonObject): JsonObject {
  const texts = textsOf(body['input']);
  const size = typeof body['dimensions'] === 'number' ? body['dimensions'] : 1536;
  const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
  return {
    object: 'list',
    data: texts.map((text, index) => {
      const vector = embed(text, size);
      return {
        object: 'embedding',
        index,
        embedding: body['encoding_format'] === 'base64' ? toBase64(vector) : vector,
      };
    }),
    model: body['model'] ?? null,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** Ollama's own embeddings. @throws Refusal */
export function ollamaEmbeddings(body: JsonObject): JsonObject {
  const texts = textsOf(body['input']);
  return {
    model: body['model'] ?? null,
    embeddings: texts.map((text) => embed(text, 768)),
    total_duration: 1_000_000,
    load_duration: 500_000,
    prompt_eval_count: texts.reduce((sum, text) => sum + estimateTokens(text), 0),
  };
}

/** Gemini's embeddings, of one content or of several. */
export function geminiEmbeddings(body: JsonObject): JsonObject {
  const requests = objects(body['requests']);
  const vector = (request: JsonObject) => {
    const parts = objects(objectOr(request['content'])['parts']);
    return { values: embed(parts.map(({ text }) => String(text ?? '')).join(' '), 768) };
  };
  return requests.length > 0 ? { embeddings: requests.map(vector) } : { embedding: vector(body) };
}

/** Titan's embedding of one text, on Bedrock. */
export function titanEmbedding({ inputText }: JsonObject): JsonObject {
  const text = String(inputText ?? '');
  return { embedding: embed(text, 256), inputTextTokenCount: estimateTokens(text) };
}

/** A vector of length 1 made of the text's words: each adds to one place, chosen by its hash. */
function embed(text: string, size: number): readonly number[] {
  const vector = new Array<number>(size).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const hash = fnv1a(word);
    const place = hash % size;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function textsOf(input: Json | undefined): readonly string[] {
  const all = [input].flat();
  if (input === undefined || all.length === 0 || all.some((item) => item === ''))
    throw new Refusal(
      400,
      "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
    );
  // Clients may send tokens in place of texts.
  if (all.every((item) => typeof item === 'number')) return [all.join(' ')];
  return all.map((item) =>
    typeof item === 'string' ? item : JSON.stringify(Array.isArray(item) ? item : objectOr(item)),
  );
}

function toBase64(vector: readonly number[]): string {
  return Buffer.from(Float32Array.from(vector).buffer).toString('base64');
}

function fnv1a(word: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
