/** Text without control characters (a terminal acts on them) and without characters that reorder or hide text. */
export function inert(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '\u{FFFD}');
}
