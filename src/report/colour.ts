/** Colours and weights that every terminal has. */
export type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';

const CODES: Readonly<Record<Colour, readonly [number, number]>> = {
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
  dim: [2, 22],
  bold: [1, 22],
};

/** Text between the terminal's codes for a colour. */
export function inColour(text: string, colour: Colour): string {
  const [on, off] = CODES[colour];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** Colours text, or leaves it as it is. */
export type Paint = (text: string, colour: Colour) => string;

/** What colours text for a terminal that may have no colours. */
export function painter({ colours }: { readonly colours: boolean }): Paint {
  return (text, colour) => (colours && text !== '' ? inColour(text, colour) : text);
}
