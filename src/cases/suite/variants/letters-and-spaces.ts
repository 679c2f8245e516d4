import { mustStay } from './guarded-words.ts';

/**
 * A text with some of its words changed. White space and punctuation around words stay, and so does every word that
 * {@link mustStay}.
 *
 * @param change the word as it is to be written
 */
export function changeWords(text: string, guarded: ReadonlySet<string>, change: (word: string) => string): string {
  return text.replace(/\S+/gu, (token) => {
    const [, before = '', word = '', after = ''] = /^([\p{P}\p{S}]*)(.*?)([\p{P}\p{S}]*)$/su.exec(token) ?? [];
    return word === '' || mustStay(word, guarded) ? token : `${before}${change(word)}${after}`;
  });
}

/** A text in lower case, in upper case, and from the third time on each word as chance has it. */
export function withCasing(text: string, guarded: ReadonlySet<string>, number: number, random: () => number): string {
  const lower = (word: string) => word.toLowerCase();
  const upper = (word: string) => word.toUpperCase();
  const either = (word: string) => (random() < 0.5 ? lower(word) : upper(word));
  return changeWords(text, guarded, number === 1 ? lower : number === 2 ? upper : either);
}

/** Share of the gaps between words that change; at least one does. */
const SHARE = 0.3;
const GAPS = ['  ', '   ', '\t', '\n', ' \n '] as const;
const EDGES = ['', ' ', '\n', '  '] as const;

/** A text with other white space between its words and around it. No word changes. */
export function withWhitespace(text: string, random: () => number): string {
  const draw = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const changed = text.replace(/ +/g, (gap) => (random() < SHARE ? (draw(GAPS) ?? gap) : gap));
  const framed = `${draw(EDGES) ?? ''}${changed}${draw(EDGES) ?? ''}`;
  return framed === text ? ` ${text}\n` : framed;
}
