import { cutEnd } from '#domain/cut.ts';

/** What modules that stand in for tools threw. A fault that is wanted can be written as one; a throw may be a bug of the mock. */
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

/** Messages may hold ids, and be endless. */
const MOST = 20;
