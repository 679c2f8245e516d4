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
