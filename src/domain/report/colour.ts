/** Colours that every terminal has. */
export type Colour = 'red' | 'green' | 'yellow' | 'dim';

const CODES: Readonly<Record<Colour, readonly [number, number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  dim: [2, 22],
};

/** Text between the terminal's codes for a colour. */
export function inColour(text: string, colour: Colour): string {
  const [on, off] = CODES[colour];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}
