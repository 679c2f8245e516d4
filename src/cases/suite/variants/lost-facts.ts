/**
 * Words of a message with a digit, an @, a _ or an address that another version of it lacks: an agent has to pass these on. Each
 * once.
 */
export function lostFacts(message: string, version: string): readonly string[] {
  const facts = [...message.matchAll(/\S*(?:[\d@_]|:\/\/)\S*/gu)].map(([word]) => word.replace(EDGES, ''));
  return [...new Set(facts)].filter((fact) => fact !== '' && !version.includes(fact));
}

/** Punctuation around a word. */
const EDGES = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;
