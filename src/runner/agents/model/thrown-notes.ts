import { cutEnd } from '#common/cut.ts';

/** Exceptions of modules that mock tools. A wanted fault can be configured as one; an exception may be a bug of the mock. */
export interface ThrownNotes {
  add(tool: string, message: string): void;
  /** A sentence for each tool and message; untrusted. */
  notes(): readonly string[];
}

/** Nothing thrown so far. */
export function createThrown(): ThrownNotes {
  const seen = new Set<string>();
  let more = false;
  return {
    add(tool, message) {
      const sentence = `mock ${tool} threw: ${cutEnd(message, 300)}`;
      if (seen.size < MOST) seen.add(sentence);
      else more ||= !seen.has(sentence);
    },
    notes: () => [...seen, ...(more ? ['mocks threw other messages too'] : [])],
  };
}

/** Messages may contain ids, and be endless. */
const MOST = 20;
