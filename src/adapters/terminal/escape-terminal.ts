/**
 * Text without control characters (a terminal acts on them), without characters that reorder or hide text, and without `##[`, which a
 * runner of workflows takes for a command anywhere in a line.
 */
export function escapeTerminal(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '\u{FFFD}').replaceAll('##[', '#\u{200B}#[');
}
