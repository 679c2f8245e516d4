import type { DocumentPath } from '#common/document/located-document.ts';
import { isJsonObject, type Json } from '#common/json.ts';

/** Which files the behaviour of which cases depends on, as a config declares it: globs from the folder of the config. */
export interface CoverageRules {
  /** Of every case. */
  readonly every_case: readonly string[];
  /** Of the cases with a tag. */
  readonly tags: { readonly [tag: string]: readonly string[] };
  /** Of no case. */
  readonly ignores: readonly string[];
}

/** A config that declares nothing. */
export const NO_COVERAGE: CoverageRules = { every_case: [], tags: {}, ignores: [] };

/** Whether a config declares anything. */
export function declaresCoverage({ every_case, tags, ignores }: CoverageRules): boolean {
  return every_case.length > 0 || ignores.length > 0 || Object.keys(tags).length > 0;
}

/** A glob of `covers` or `ignores`, and its place. */
export interface WrittenGlob {
  readonly glob: string;
  readonly path: DocumentPath;
}

/** Every glob of `covers`, `ignores` and a runner's `tests` in a config, in a file of cases, or in a single case. */
export function writtenGlobs(document: Json): readonly WrittenGlob[] {
  if (!isJsonObject(document)) return [];
  const { cases, suite } = document;
  return [
    ...globsAt(document['covers'], ['covers']),
    ...globsAt(document['ignores'], ['ignores']),
    ...(isJsonObject(suite) ? globsAt(suite['tests'], ['suite', 'tests']) : []),
    ...(Array.isArray(cases) ? cases : []).flatMap((item: Json, index) =>
      isJsonObject(item) ? globsAt(item['covers'], ['cases', index, 'covers']) : [],
    ),
  ];
}

/** A list of globs, or mappings down to one. */
function globsAt(value: Json | undefined, path: DocumentPath): readonly WrittenGlob[] {
  if (Array.isArray(value))
    return value.flatMap((glob: Json, index) => (typeof glob === 'string' ? [{ glob, path: [...path, index] }] : []));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => globsAt(inner, [...path, key]));
}
