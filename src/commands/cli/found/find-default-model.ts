import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesMatching } from '#runner/workspace/files/files-matching.ts';
import type { FoundProvider, StarterLanguage } from './dependencies.ts';

/** The model that an application uses by default. */
export interface DefaultModel {
  readonly provider: FoundProvider;
  /** Its name and the place that names it. */
  readonly by: string;
}

const SOURCES: Readonly<Record<StarterLanguage, string>> = {
  python: '**/*.py',
  node: '**/*.{ts,tsx,mts,js,mjs,cjs}',
  go: '**/*.go',
};

/** Sample environment files; of `.env` itself nothing is read. */
export const SAMPLES = ['.env.example', '.env.sample', '.env.template', '.env.dist'];

const MOST_FILES = 400;
const MOST_CHARACTERS = 200_000;

/** Looks through the sample environment files and the sources of a folder; tests and cases do not count. */
export async function findDefaultModel(cwd: string, language: StarterLanguage): Promise<DefaultModel | null> {
  const paths = (await filesMatching(cwd, SOURCES[language], cwd).catch(() => [])).toSorted();
  const sources = paths.filter((path) => !/(^|\/)(tests?|evals?|examples?|dist|build)\/|\.test\.|_test\./.test(path));
  const models: (DefaultModel & { readonly weight: number })[] = [];
  for (const path of [...SAMPLES, ...sources.slice(0, MOST_FILES)]) {
    const text = await readFile(join(cwd, path), 'utf8').catch(() => '');
    if (text.length <= MOST_CHARACTERS) models.push(...modelsIn(text, path));
  }
  return models.toSorted((left, right) => right.weight - left.weight)[0] ?? null;
}

/** Lines that call a model by its name; one that calls it the default weighs more, and one that says who serves it most. */
function modelsIn(text: string, path: string): readonly (DefaultModel & { readonly weight: number })[] {
  return text.split('\n').flatMap((line, index) => {
    const [host, by] =
      HOSTS.flatMap(([pattern, host]) => {
        const [named] = pattern.exec(line) ?? [];
        return named === undefined ? [] : [[host, named] as const];
      })[0] ?? [];
    if (host !== undefined) return [{ provider: host, by: `${by} in ${path}:${index + 1}`, weight: 3 }];
    const [, name = ''] = MODEL.exec(line) ?? [];
    const provider = PROVIDERS.find(([pattern]) => pattern.test(name))?.[1];
    if (provider === undefined || !/model/i.test(line)) return [];
    const weight = /default|\?\?|\|\||getenv|environ|^\s*#?\s*(?:export\s+)?[A-Z_]*MODEL[A-Z_]*\s*=/i.test(line)
      ? 2
      : 1;
    return [{ provider, by: `${name} in ${path}:${index + 1}`, weight }];
  });
}

const MODEL = /["'`=]\s*(?:[\w-]+[:/])?((?:gpt-|o[134]\b|claude-|gemini-)[\w.-]*)/;

/** They serve the models of others. */
const HOSTS: readonly (readonly [RegExp, FoundProvider])[] = [
  [/openrouter\.ai\/api/, 'openrouter'],
  [/vertexai\s*[=:]\s*true|GOOGLE_GENAI_USE_VERTEXAI(?=\s*=\s*["']?(?:true|1))/i, 'vertex'],
];

const PROVIDERS: readonly (readonly [RegExp, FoundProvider])[] = [
  [/^(?:gpt-|o[134])/, 'openai'],
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'gemini'],
];
