import { isJsonObject, type Json } from '#common/json.ts';
import { jsonOrUndefined } from '#common/json-text.ts';

/** What a body of JSON holds, and why it must not be sent: its provider may read it in another way than what was checked. */
export interface JsonBody {
  readonly value: Json;
  /** A sentence; `null`: there is nothing against it. */
  readonly problem: string | null;
}

/** Reads JSON as RFC 8259 has it, and of keys that an object names twice none: some readers take the first, some the last. */
export function readJsonBody(text: string): JsonBody {
  const value = jsonOrUndefined(text);
  if (value === undefined) return unsent(text.startsWith('\u{FEFF}') ? 'begins with a byte order mark' : 'is not JSON');
  if (!isJsonObject(value)) return unsent('is no JSON object');
  return namesIn(text) === keysOf(value) ? { value, problem: null } : unsent('names a key twice in one object');
}

/** A body that `why`, a part of a sentence. */
export function unsent(why: string): JsonBody {
  const problem = `the body of the request ${why}, so it was not sent: the provider might read something else in it than the recorder; send one object of JSON in UTF-8 (RFC 8259)`;
  return { value: null, problem };
}

/** How many keys a valid JSON text writes. */
function namesIn(text: string): number {
  let names = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    const end = endOfString(text, at);
    COLON.lastIndex = end;
    if (COLON.test(text)) names += 1;
    at = end;
  }
  return names;
}

const COLON = /[ \t\n\r]*:/y;

/** Where a string ends that begins at `start`: long ones are searched, not walked. */
function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); ; quote = text.indexOf('"', quote + 1)) {
    let before = quote - 1;
    while (text[before] === '\\') before -= 1;
    if ((quote - before) % 2 === 1) return quote + 1;
  }
}

/** How many keys a value has, however deep it is. */
function keysOf(value: Json): number {
  const rest: Json[] = [value];
  let keys = 0;
  for (let item = rest.pop(); item !== undefined; item = rest.pop()) {
    const inner = isJsonObject(item) ? Object.values(item) : Array.isArray(item) ? item : [];
    if (!Array.isArray(item)) keys += inner.length;
    for (const part of inner) if (typeof part === 'object' && part !== null) rest.push(part);
  }
  return keys;
}
