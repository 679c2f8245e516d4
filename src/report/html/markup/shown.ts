/**
 * Untrusted text as a reader should see it: what is invisible, or would turn the direction of the text, is named instead, since
 * hidden text may be what misled an agent.
 */
export function visibleText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(HIDDEN, (character) => `⟨U+${code(character)}⟩`);
}

/** Control, bidirectional, private and unassigned characters, and those without a shape, except what joins emoji. */
const HIDDEN = /[^\P{C}\n\t\u200d]|(?![\ufe0f\u200d])\p{Default_Ignorable_Code_Point}/gu;

function code(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
