/** A picture of two words, as READMEs show them. */
export interface Badge {
  readonly label: string;
  readonly value: string;
  readonly tone: 'plain' | 'good' | 'bad';
}

/** An SVG without script, links or fonts of its own. Both texts are readable on their backgrounds at 4.5:1. */
export function renderBadge({ label, value, tone }: Badge): string {
  const [left, right] = [widthOf(label), widthOf(value)];
  const text = (x: number, words: string) => `<text x="${x}" y="14">${escaped(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escaped(`${label}: ${value}`)}">`,
    `<title>${escaped(`${label}: ${value}`)}</title>`,
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3d4147"/><rect x="${left}" width="${right}" height="20" fill="${COLOURS[tone]}"/></g>`,
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(left / 2, label)}${text(left + right / 2, value)}</g>`,
    '</svg>',
    '',
  ].join('\n');
}

const COLOURS: Readonly<Record<Badge['tone'], string>> = { plain: '#0a5fb4', good: '#1a6f35', bad: '#b3261e' };

/** Pixels of a text in Verdana 11, roughly, with its padding. */
function widthOf(text: string): number {
  return 12 + Math.ceil([...text].length * 6.9);
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}
