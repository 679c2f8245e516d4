/** Letters of scripts that put no space between words, each with its marks; and the punctuation that is as wide as they are. */
const UNSPACED =
  /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]&&[\p{L}\p{N}]]\p{M}*|[\u3000-\u303f\uff00-\uffef]/gv;

/**
 * The text with a space around every letter of Chinese, Japanese, Thai, Lao, Khmer and Burmese, so that each counts as a word:
 * where words end in them depends on a dictionary, and so on the machine.
 */
export function spacedOut(text: string): string {
  return text.replace(UNSPACED, ' $& ');
}
