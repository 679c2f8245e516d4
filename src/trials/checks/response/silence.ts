import { TERMINAL_SEQUENCE } from '#common/terminal-sequence.ts';

/** The text of an answer; `null`: there is none, and nothing that can be seen is none. */
export function answerText(output: string | null): string | null {
  return output === null || isBlank(output) ? null : output;
}

/** Whether nothing of a text can be seen: colours alone are nothing, and the Braille pattern without dots (U+2800) neither. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text.replace(TERMINAL_SEQUENCE, ''));
}
