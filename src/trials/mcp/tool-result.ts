import { isJsonObject, type Json, type JsonObject } from '#common/json.ts';
import { jsonText } from '#common/json-text.ts';

/** What a tool answered: an item of text for people and models, and JSON for the record. */
export interface MockedResult {
  readonly status: 'ok' | 'error';
  readonly content: string;
  readonly result: Json;
}

/**
 * The result of `tools/call` that stands for a mock's answer. A value that is such a result itself is taken as it is; a tool
 * that promises structured content gives it.
 *
 * @param outputSchema of the tool, as its server lists it; `null`: none
 */
export function callResultOf({ status, content, result }: MockedResult, outputSchema: JsonObject | null): JsonObject {
  if (status === 'error') return { content: [{ type: 'text', text: content }], isError: true };
  if (isJsonObject(result) && isContent(result['content'])) return result;
  const structured = structuredOf(result, outputSchema);
  return { content: [{ type: 'text', text: content }], ...(structured !== null && { structuredContent: structured }) };
}

/** The result as the protocol of the request wants it: since 2026-07-28 every result says that it is one. */
export function resultFor({ _meta: meta }: JsonObject, result: JsonObject): JsonObject {
  return isJsonObject(meta) && Object.hasOwn(meta, VERSION_KEY) ? { resultType: 'complete', ...result } : result;
}

/** Requests carry their version since then. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** Servers wrap values that are no objects as `{"result": value}`. */
function structuredOf(result: Json, schema: JsonObject | null): JsonObject | null {
  if (schema === null) return null;
  const properties = schema['properties'];
  const isWrapped = isJsonObject(properties) && Object.keys(properties).join() === 'result';
  if (isJsonObject(result) && !(isWrapped && !Object.hasOwn(result, 'result'))) return result;
  return isWrapped ? { result } : null;
}

/** What a result of `tools/call` says, for the record: its text if it is all text, else its items without their data. */
export function recordedResult({ content, structuredContent, isError }: JsonObject): {
  readonly status: 'ok' | 'error';
  readonly result: Json;
} {
  const status = isError === true ? 'error' : 'ok';
  if (!isContent(content) || content.length === 0) return { status, result: structuredContent ?? null };
  const texts = content.map((item) =>
    item['type'] === 'text' && typeof item['text'] === 'string' ? item['text'] : null,
  );
  if (texts.every((text) => text !== null)) return { status, result: texts.join('\n') };
  return { status, result: content.map(withoutData) };
}

function isContent(value: Json | undefined): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every((item: Json) => isJsonObject(item) && typeof item['type'] === 'string');
}

function withoutData(item: JsonObject): JsonObject {
  const { data, ...rest } = item;
  return typeof data === 'string' ? { ...rest, data: `${data.length} characters` } : item;
}

/** Bytes of an answer, as JSON in UTF-8; a mark of its size, not its length on the wire. */
export function sizeOf(value: Json): number {
  const text = jsonText(value);
  // Without Node's buffers: a character of two units has four bytes.
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
