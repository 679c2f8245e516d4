import type { DocumentPath } from '#domain/document/located-document.ts';
import type { Json, JsonObject } from '#domain/json.ts';

/** Options a `cases:` entry gives its dialect. */
export interface DialectOptions {
  /** How tool arguments are compared where the foreign format does not say. */
  readonly args?: 'exact' | 'includes' | 'ignore';
}

/** A foreign case written in our own words (the YAML shape of a case, not yet validated), and where it came from. */
export interface ConvertedCase {
  readonly case: JsonObject;
  /** Path of the foreign case in its document. */
  readonly origin: DocumentPath;
}

/** What a dialect could not read or wants said. */
export interface DialectProblem {
  readonly severity: 'error' | 'warning';
  readonly path: DocumentPath;
  readonly message: string;
}

/** One case format. Recognised by its fields, never by file name. */
export interface Dialect {
  readonly name: string;
  /** True when `document` is in this format; must be false for every other dialect's documents. */
  recognises(document: Json): boolean;
  /** Rewrites every case of the document; a row that can't be read is a problem, never skipped silently. */
  convert(
    document: Json,
    options: DialectOptions,
    file: { readonly stem: string },
  ): { readonly cases: readonly ConvertedCase[]; readonly problems: readonly DialectProblem[] };
}
