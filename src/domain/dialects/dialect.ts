import type { DocumentPath } from '#domain/document/located-document.ts';
import type { Json, JsonObject } from '#domain/json.ts';
import type { Message } from '#domain/suite/case.ts';
import type { ArgsMatch, ToolOrder } from '#domain/suite/expectation.ts';
import type { FormatName } from './recognition/row-formats.ts';

/** Options a `cases:` entry gives its dialect. What is not written is as the format means it. */
export interface DialectOptions {
  /** Order in which the expected tool calls must come. */
  readonly order?: ToolOrder;
  /** Whether other calls than the expected ones are fine. */
  readonly extra?: boolean;
  /** How tool arguments are compared. */
  readonly args?: ArgsMatch;
  /** Who speaks in messages of a role that is not known, or is known as somebody else. */
  readonly roles?: { readonly [role: string]: Message['role'] };
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
  /** Problems of one topic are told once for a file, with the rows that have it. */
  readonly topic?: string;
}

/** One row of a foreign document: its case, or what is wrong with it; warnings may stand beside a case. */
export interface ConvertedRow {
  readonly value: Json;
  readonly path: DocumentPath;
  /** `null`: it can't be read. */
  readonly converted: ConvertedCase | null;
  readonly problems: readonly DialectProblem[];
}

/** What a dialect makes of a document: its rows, and what is wrong beside them. */
export interface Conversion {
  readonly rows: readonly ConvertedRow[];
  readonly problems: readonly DialectProblem[];
}

/** One case format. Recognised by its fields, never by file name. */
export interface Dialect {
  readonly name: FormatName;
  /** The options that say something of this format; any other is refused. */
  readonly options: readonly (keyof DialectOptions)[];
  /** Rewrites every case of the document; a row that can't be read is a problem, never skipped silently. */
  convert(document: Json, options: DialectOptions, file: { readonly stem: string }): Conversion;
}
