/** The text of an answer; `null`: there is none, and nothing that can be seen is none. */
export function answerText(output: string | null): string | null {
  return output === null || isBlank(output) ? null : output;
}

/** Whether nothing of a text can be seen. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}
