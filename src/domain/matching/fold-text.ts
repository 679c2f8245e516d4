/**
 * Text in the form for searching: Unicode NFC, and without case unless `caseSensitive`.
 *
 * Case is folded through lower to upper, so that `ß` finds `SS` and every sigma is one letter.
 */
export function foldText(text: string, caseSensitive: boolean): string {
  const composed = text.normalize('NFC');
  return caseSensitive ? composed : composed.toLowerCase().toUpperCase().normalize('NFC');
}
