import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { asObject, asString } from '../json.ts';

/** Input name → default of an action.yml; '' without one, as the runner passes it. */
export async function readInputDefaults(actionFile: string): Promise<Readonly<Record<string, string>>> {
  const metadata = asObject(parse(await readFile(actionFile, 'utf8'))) ?? {};
  const inputs = Object.entries(asObject(metadata['inputs']) ?? {});
  return Object.fromEntries(inputs.map(([name, input]) => [name, defaultOf(asObject(input)?.['default'])]));
}

/** The variable an input arrives in: upper case, blanks as underscores, hyphens kept. */
export function inputVariable(name: string): string {
  return `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`;
}

function defaultOf(value: unknown): string {
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : asString(value);
}
