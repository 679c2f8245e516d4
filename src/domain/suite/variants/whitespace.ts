/** Share of the gaps between words that change; at least one does. */
const SHARE = 0.3;
const GAPS = ['  ', '   ', '\t', '\n', ' \n '] as const;
const EDGES = ['', ' ', '\n', '  '] as const;

/** A text with other white space between its words and around it. No word changes. */
export function withWhitespace(text: string, random: () => number): string {
  const one = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const changed = text.replace(/ +/g, (gap) => (random() < SHARE ? (one(GAPS) ?? gap) : gap));
  const framed = `${one(EDGES) ?? ''}${changed}${one(EDGES) ?? ''}`;
  return framed === text ? ` ${text}\n` : framed;
}
