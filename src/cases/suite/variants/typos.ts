import { changeWords } from './letters-and-spaces.ts';

/** Share of the words that get a typo; at least one does. */
const SHARE = 0.15;
/** Shorter words would become others. */
const SHORTEST = 4;

/** A text with typing mistakes: letters swapped, left out, doubled, or replaced by one next to it on the keyboard. */
export function withTypos(text: string, guarded: ReadonlySet<string>, random: () => number): string {
  const places: number[] = [];
  let place = 0;
  changeWords(text, guarded, (word) => {
    if (isTypable(word)) places.push(place);
    place += 1;
    return word;
  });
  const typoPlaces = new Set(places.filter(() => random() < SHARE));
  if (typoPlaces.size === 0 && places.length > 0) typoPlaces.add(places[Math.floor(random() * places.length)] ?? 0);
  place = 0;
  return changeWords(text, guarded, (word) => {
    const isWanted = typoPlaces.has(place);
    place += 1;
    return isWanted ? mistype(word, random) : word;
  });
}

/** Words of alphabets: in a script without spaces a "word" is a sentence, and a swap another word. */
function isTypable(word: string): boolean {
  return [...word].length >= SHORTEST && /^[\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}]+$/u.test(word);
}

/** The first letter stays. */
function mistype(word: string, random: () => number): string {
  const letters = [...word];
  const at = 1 + Math.floor(random() * (letters.length - 2));
  const [letter = '', next = ''] = [letters[at], letters[at + 1]];
  const ways: readonly (() => readonly string[])[] = [
    () => letters.with(at, next).with(at + 1, letter),
    () => letters.toSpliced(at, 1),
    () => letters.toSpliced(at, 0, letter),
    () => letters.with(at, neighbour(letter, random)),
  ];
  const first = Math.floor(random() * ways.length);
  // A swap of equal letters changes nothing: leaving one out does.
  const typed = ways[first]?.().join('') ?? word;
  return typed === word ? letters.toSpliced(at, 1).join('') : typed;
}

const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'] as const;

function neighbour(letter: string, random: () => number): string {
  const row = ROWS.find((keys) => keys.includes(letter));
  if (row === undefined) return letter;
  const at = row.indexOf(letter);
  const neighbours = [row[at - 1], row[at + 1]].filter((key) => key !== undefined);
  return neighbours[Math.floor(random() * neighbours.length)] ?? letter;
}
