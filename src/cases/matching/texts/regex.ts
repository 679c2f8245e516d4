import { RE2JS } from 're2js';

/**
 * Whether a pattern matches anywhere in a text. RE2 syntax: linear time on whatever an agent writes; a leading `(?i)`, `(?m)`,
 * `(?s)` changes case, lines and dot. A pattern that does not compile ({@link regexProblem}) matches nothing.
 */
export function findRegex(pattern: string, text: string): boolean {
  const compiled = compile(pattern);
  return compiled instanceof RE2JS && compiled.matcher(text).find();
}

/** Why a pattern can't be used, `null` if it can. */
export function regexProblem(pattern: string): string | null {
  const compiled = compile(pattern);
  if (compiled instanceof RE2JS) return null;
  const remedy = /\(\?<?[=!]|\\[1-9k]/.test(pattern) ? '; write it without look-around and back-references' : '';
  return `not a regular expression in RE2 syntax: ${compiled.problem}${remedy}`;
}

interface Broken {
  readonly problem: string;
}

// Patterns come from the config, so there are few; each is compiled once.
const cache = new Map<string, RE2JS | Broken>();

function compile(pattern: string): RE2JS | Broken {
  const known = cache.get(pattern);
  if (known !== undefined) return known;
  const compiled = compileNow(pattern);
  cache.set(pattern, compiled);
  return compiled;
}

function compileNow(pattern: string): RE2JS | Broken {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { problem: message.replace(/^error parsing regexp: /, '') };
  }
}
