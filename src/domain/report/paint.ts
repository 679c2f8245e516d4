/** Colours that terminals have had for ever. */
export type Painting = 'red' | 'green' | 'yellow' | 'dim';

const CODES: Readonly<Record<Painting, readonly [number, number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  dim: [2, 22],
};

/** Text between the terminal's codes for a colour. */
export function paint(text: string, painting: Painting): string {
  const [on, off] = CODES[painting];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}
