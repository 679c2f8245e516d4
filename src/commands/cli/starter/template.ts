import { readFileSync } from 'node:fs';
import { shippedFile } from '#process/shipped-file.ts';

/**
 * A file of templates/ with its placeholders, `__NAME__`, filled in.
 *
 * @param values `null`: the lines with the placeholder are left out
 */
export function filledTemplate(file: string, values: Readonly<Record<string, string | null>> = {}): string {
  const text = readFileSync(shippedFile(import.meta.dirname, `templates/${file}`), 'utf8');
  return Object.entries(values).reduce(fill, text);
}

function fill(text: string, [name, value]: readonly [string, string | null]): string {
  const placeholder = `__${name}__`;
  return value === null
    ? text.replace(new RegExp(`^.*${placeholder}.*\n`, 'gm'), '')
    : text.replaceAll(placeholder, () => value);
}

/** Comments out the lines of a YAML text whose beginnings `lines` finds, up to where the comment sign belongs. */
export function commentedOut(text: string, lines: RegExp): string {
  return text.replace(lines, '$&# ');
}
