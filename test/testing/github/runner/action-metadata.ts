import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { asObject, asString } from '../json.ts';

type Defaults = Readonly<Record<string, string>>;

const read = new Map<string, Promise<Defaults>>();

/** Input name → default of an action.yml, which is read once; '' without one, as the runner passes it. */
export function readInputDefaults(actionFile: string): Promise<Defaults> {
  const defaults = read.get(actionFile) ?? parseDefaults(actionFile);
  read.set(actionFile, defaults);
  return defaults;
}

async function parseDefaults(actionFile: string): Promise<Defaults> {
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
