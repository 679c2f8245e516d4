import { jsonText } from '#common/json-text.ts';

/**
 * Prints a value for programs. Text of agents may contain what a terminal or a workflow runner obeys; JSON can escape all of
 * it.
 */
export function printJson(value: unknown): void {
  const text = jsonText(value, 2)
    .replace(/[^\P{C}\n]/gu, escapeCharacter)
    .replaceAll('##[', '#\\u0023[');
  process.stdout.write(`${text}\n`);
}

/** A character as the escapes that JSON and YAML have for it between double quotes. */
export function escapeCharacter(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
}
