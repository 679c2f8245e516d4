/** One thing that a change did to the agent. */
export interface NamedChange {
  /** A file, or the key of the config: `prompt.md`, `model`. */
  readonly name: string;
  /** Both values; `null` if only the name says something to a reader. */
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * A sentence of a comparison as names: `the prompt (prompt.md)` is the file; `model: a on main, b here` is `model`, `a`, `b`.
 * Values that are hashes are left out.
 */
export function changeInWords(sentence: string): NamedChange {
  const [, file] = /^the (?:prompt|tools) \(([^,]+)\)$/.exec(sentence) ?? [];
  if (file !== undefined) return { name: file, before: null, after: null };
  const [, name, before, after] = /^([\w.]+): (.*) on main, (.*) here$/s.exec(sentence) ?? [];
  if (name === undefined || before === undefined || after === undefined)
    return { name: sentence, before: null, after: null };
  if (name === 'treatment' || [before, after].some(isHash))
    return { name: name === 'treatment' ? "the agent's configuration" : name, before: null, after: null };
  return { name, before: asCommand(before), after: asCommand(after) };
}

function isHash(value: string): boolean {
  return /^[0-9a-f]{16,}…?$/.test(value);
}

/** A list of words as people type it. */
function asCommand(value: string): string {
  if (!/^\["/.test(value)) return value;
  try {
    const words: unknown = JSON.parse(value);
    return Array.isArray(words) && words.every((word) => typeof word === 'string') ? words.join(' ') : value;
  } catch {
    return value;
  }
}
