/**
 * Text without control characters (a terminal obeys them), without characters that reorder or hide text, and without `##[`,
 * which a workflow runner takes for a command anywhere in a line.
 */
export function escapeTerminal(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, '\u{FFFD}').replaceAll('##[', '#\u{200B}#[');
}
