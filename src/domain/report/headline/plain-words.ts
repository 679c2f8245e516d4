/** A reason's words without the verdict that begins some of them: `can't tell: …`. */
export function plainWords(message: string): string {
  return message.replace(/^can't tell(?:: | )/, '');
}

/** The same without p-values, for readers in a hurry. */
export function wordsAlone(message: string): string {
  return plainWords(message).replace(/[:,]? \(?p [=<] [\d.]+(?:, boundary [\d.]+)?\)?/g, '');
}
