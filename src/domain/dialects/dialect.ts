import type { DocumentPath } from '#domain/document/located-document.ts';
import type { Json, JsonObject } from '#domain/json.ts';
import type { FormatName } from './recognition/row-formats.ts';

/** Options a `cases:` entry gives its dialect. */
export interface DialectOptions {
  /** How tool arguments are compared where the foreign format does not say. */
  readonly args?: 'exact' | 'includes' | 'ignore';
}

/** Where one field of a converted case stands in the foreign document. */
export interface FieldOrigin {
  /** Path in the converted case. */
  readonly field: DocumentPath;
  /** Path in the foreign document. */
  readonly origin: DocumentPath;
}

/** A foreign case written in our own words (the YAML shape of a case, not yet validated), and where it came from. */
export interface ConvertedCase {
  readonly case: JsonObject;
  /** Path of the foreign case in its document. */
  readonly origin: DocumentPath;
  /** Where its parts came from; a part not listed came from its parent's place, in the end from `origin`. */
  readonly fields: readonly FieldOrigin[];
}

/** What a dialect could not read or wants said. */
export interface DialectProblem {
  readonly severity: 'error' | 'warning';
  readonly path: DocumentPath;
  readonly message: string;
}

/** One case format. Recognised by its fields, never by file name. */
export interface Dialect {
  readonly name: FormatName;
  /** True when `document` is in this format; must be false for every other dialect's documents. */
  recognises(document: Json): boolean;
  /** Rewrites every case of the document; a row that can't be read is a problem, never skipped silently. */
  convert(
    document: Json,
    options: DialectOptions,
    file: { readonly stem: string },
  ): { readonly cases: readonly ConvertedCase[]; readonly problems: readonly DialectProblem[] };
}
