/** The JSON of a text that holds nothing else, except the marks of a code block; `undefined`: the text is no JSON. */
export function bareJson(text: string): unknown {
  return parse(/^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text);
}

/** A JSON object or list in a text, as written there, and what follows it. */
export interface FoundJson {
  readonly value: unknown;
  readonly source: string;
  readonly rest: string;
}

/**
 * The JSON objects and lists at the top level of a text that a model wrote around them: after its thoughts (`<think>…</think>`), in
 * code blocks, between sentences. A comma before a closing bracket is ignored.
 */
export function findJson(text: string): readonly FoundJson[] {
  const answer = withoutThoughts(text);
  const parts: FoundJson[] = [];
  let at = 0;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const start = answer.slice(at).search(/[{[]/);
    if (start === -1) break;
    const [first, end] = [at + start, endOf(answer, at + start)];
    const source = end === null ? '' : answer.slice(first, end);
    const value = end === null ? undefined : parse(source);
    // JSON inside of broken JSON is a part of an answer, perhaps a draft.
    if (end === null && looksLikeJson(answer, first)) break;
    at = end === null || (value === undefined && !looksLikeJson(answer, first)) ? first + 1 : end;
    if (value !== undefined) parts.push({ value, source, rest: answer.slice(at) });
  }
  return parts;
}

function looksLikeJson(text: string, first: number): boolean {
  return /^(?:\{\s*["'}]|\[\s*["'{[\]])/.test(text.slice(first, first + 200));
}

/** Brackets that begin no JSON, as in prose; each may be looked for to the end of the text. */
const MOST_TRIES = 100;

/** Some servers leave out the opening mark. Thoughts that never end are no answer. */
function withoutThoughts(text: string): string {
  const close = /<\/(?:think|thinking|reasoning|thought)>|\[\/THINK\]|◁\/think▷|<\|channel\|>final<\|message\|>/gi;
  const last = [...text.matchAll(close)].at(-1);
  const rest = last === undefined ? text : text.slice(last.index + last[0].length);
  return rest.replace(
    /^\s*(?:<(?:think|thinking|reasoning|thought)>|\[THINK\]|◁think▷|<\|channel\|>analysis)[\s\S]*$/i,
    '',
  );
}

/** Where the bracket at `start` is closed, past it; `null`: nowhere. */
function endOf(text: string, start: number): number | null {
  let depth = 0;
  let inText = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (inText) {
      if (character === '\\') at += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '{' || character === '[') depth += 1;
    else if ((character === '}' || character === ']') && --depth === 0) return at + 1;
  }
  return null;
}

/** An object that has a key twice says two things, so it is none. */
function parse(source: string): unknown {
  for (const candidate of [source, withLinesEscaped(withoutTrailingCommas(source))]) {
    try {
      const value: unknown = JSON.parse(candidate);
      return hasTwin(candidate) ? undefined : value;
    } catch {}
  }
  return undefined;
}

/** Whether an object of JSON has a key twice. */
function hasTwin(json: string): boolean {
  const objects: Set<unknown>[] = [];
  for (const [token, key] of json.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (key !== undefined) {
      const name: unknown = JSON.parse(key);
      if (objects.at(-1)?.has(name) === true) return true;
      objects.at(-1)?.add(name);
    }
  }
  return false;
}

/** Models break lines inside texts. */
function withLinesEscaped(source: string): string {
  return source.replace(/"(?:[^"\\]|\\.)*"/gs, (part) =>
    part.replaceAll('\r', '').replaceAll('\n', '\\n').replaceAll('\t', '\\t'),
  );
}

function withoutTrailingCommas(source: string): string {
  return source.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part === ',' ? '' : part));
}
