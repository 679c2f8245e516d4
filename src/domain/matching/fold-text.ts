/**
 * Text in the form in which it is searched: Unicode NFC, and without upper and lower case unless they matter.
 *
 * Case goes through lower to upper, so that `ß` finds `SS` and every sigma is one letter.
 */
export function foldText(text: string, caseSensitive: boolean): string {
  const composed = text.normalize('NFC');
  return caseSensitive ? composed : composed.toLowerCase().toUpperCase().normalize('NFC');
}
