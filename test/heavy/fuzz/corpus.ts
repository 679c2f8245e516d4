import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Json } from '#common/json.ts';
import { FOREIGN_FILES } from '#test/fixtures/foreign-files.ts';
import { ofKind } from '#test/repository/support/documents.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A real file of this repository. */
type Sample = { readonly path: string; readonly text: string };

/** The configs of the examples, and those of the documents, which hold every key. */
export const CONFIGS = [
  ...samples('examples/*/agent-eval.yml'),
  ...ofKind('config').map(({ place, text }) => ({ path: `${place}.yml`, text })),
];

/** Files of cases, in every format that is read. */
export const CASES = [
  ...samples('examples/*/evals/*.{yml,json,jsonl}'),
  ...samples('test/fixtures/cases/*.{yml,json,jsonl}').filter(({ path }) => !path.includes('golden')),
];

/** Files of cases of other tools, with the options that read them. */
export const FOREIGN = FOREIGN_FILES.flatMap(([file, options]) =>
  samples(`test/fixtures/foreign/${file}`).map((sample) => ({ ...sample, file, options })),
);

/** What is in a sample: the values of its documents. */
export function valuesOf({ path, text }: Sample): readonly Json[] {
  if (path.endsWith('.jsonl'))
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]));
  return [path.endsWith('.yml') ? parse(text, { merge: true }) : JSON.parse(text)];
}

function samples(pattern: string): readonly Sample[] {
  const paths = globSync(pattern, { cwd: ROOT }).toSorted();
  if (paths.length === 0) throw new Error(`no file matches ${pattern}`);
  return paths.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}
