import type { Json, JsonObject } from '#common/json.ts';
import { listeningContext } from '#test/contract/models/scripted-gateway.ts';
import type { ChatMessage, ChatModel, ChatRequest, ModelGateway, ModelRequest } from '#wire/ports.ts';

/** A gateway that keeps requests and gives one answer to all. */
export function answering(body: Json, status = 200): ModelGateway & { readonly requests: readonly ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    requests,
    async call(request) {
      requests.push(request);
      return { status, headers: { 'content-type': 'application/json' }, body: chunksOf(JSON.stringify(body)) };
    },
    refusal: () => null,
    close: async () => {},
  };
}

/** A text as the bytes of an answer, in pieces. */
export async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  // In the middle of a character, when there is one.
  const middle = bytes.findIndex((byte) => byte > 0x7f) + 1;
  if (middle > 0) yield bytes.slice(0, middle);
  yield bytes.slice(middle);
}

/** A request that has nothing but messages. */
export const request = (messages: readonly ChatMessage[], rest: Partial<ChatRequest> = {}): ChatRequest => ({
  system: null,
  tools: [],
  seed: null,
  messages,
  ...rest,
});
/** What a user says. */
export const hi: ChatMessage = { role: 'user', content: 'hi' };
/** Two tools without arguments. */
export const tools = [
  { name: 'a', description: 'A', parameters: { type: 'object' } },
  { name: 'b', description: null, parameters: { type: 'object' } },
];

/** Asks once. */
export function ask(model: ChatModel, asked: ChatRequest) {
  return model.complete(asked, listeningContext(), new AbortController().signal);
}

/** The body of the last request. */
export function bodyOf({ requests }: { readonly requests: readonly ModelRequest[] }): JsonObject {
  return JSON.parse(requests.at(-1)?.body ?? 'null');
}
