import type { JsonObject } from './json.ts';
import { objects } from './read-json.ts';
import { Refusal } from './refusal.ts';

/** What OpenAI keeps for its customers: conversations with their items, files, vector stores. */
export class KeptObjects {
  readonly #kept = new Map<string, { readonly object: JsonObject; items: readonly JsonObject[] }>();
  #drawn = 0;

  /** Answers a request below `/v1/conversations`, `/v1/files` or `/v1/vector_stores`. @throws Refusal */
  readonly answer = (method: string, path: string, body: JsonObject): JsonObject => {
    const [kind = '', id, part, itemId] = path.split('/').slice(2);
    if (id === undefined) {
      if (method === 'GET') return listOf([...this.#kept.values()].map(({ object }) => object));
      return this.#make(kind, body);
    }
    const found = this.#kept.get(id);
    if (found === undefined) throw new Refusal(404, `Object with id '${id}' not found.`);
    if (part === undefined) {
      if (method === 'DELETE') this.#kept.delete(id);
      return method === 'DELETE' ? { id, object: `${SINGULAR[kind] ?? kind}.deleted`, deleted: true } : found.object;
    }
    if (method === 'GET') return listOf(found.items);
    if (method === 'DELETE') {
      found.items = found.items.filter((item) => item['id'] !== itemId);
      return found.object;
    }
    const added = this.#items(body);
    found.items = [...found.items, ...added];
    return listOf(added);
  };

  #make(kind: string, body: JsonObject): JsonObject {
    const id = this.#id(PREFIXES[kind] ?? kind);
    const object = { id, object: SINGULAR[kind] ?? kind, created_at: 1_767_225_600, metadata: {} };
    this.#kept.set(id, { object, items: this.#items(body) });
    return object;
  }

  #items(body: JsonObject): readonly JsonObject[] {
    return objects(body['items']).map((item) => ({ id: this.#id('item'), ...asMessage(item) }));
  }

  #id(prefix: string): string {
    this.#drawn += 1;
    return `${prefix}_${String(this.#drawn).padStart(32, '0')}`;
  }
}

/** A message as it is told again: with a type, and content in parts. */
function asMessage(item: JsonObject): JsonObject {
  const { role, content } = item;
  if (role === undefined || typeof content !== 'string') return item;
  const type = role === 'assistant' ? 'output_text' : 'input_text';
  return { ...item, type: 'message', status: 'completed', content: [{ type, text: content }] };
}

const PREFIXES: Readonly<Record<string, string>> = { conversations: 'conv', files: 'file', vector_stores: 'vs' };
const SINGULAR: Readonly<Record<string, string>> = {
  conversations: 'conversation',
  files: 'file',
  vector_stores: 'vector_store',
};

function listOf(data: readonly JsonObject[]): JsonObject {
  return {
    object: 'list',
    data,
    has_more: false,
    first_id: data[0]?.['id'] ?? null,
    last_id: data.at(-1)?.['id'] ?? null,
  };
}
