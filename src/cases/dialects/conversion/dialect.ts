import type { Message } from '#cases/suite/case.ts';
import type { ArgsMatch, SimilarityMeasure, ToolOrder } from '#cases/suite/expectation.ts';
import type { DocumentPath } from '#common/document/located-document.ts';
import type { Json, JsonObject } from '#common/json.ts';
import type { ReadFormat } from './row-formats.ts';

/** Options that a `cases:` entry gives its dialect. Missing ones are as the format defines them. */
export interface DialectOptions {
  /** Order in which the expected tool calls must come. */
  readonly order?: ToolOrder;
  /** Whether other calls than the expected ones are allowed. */
  readonly extra?: boolean;
  /** How tool arguments are compared. */
  readonly args?: ArgsMatch;
  /** The speakers of roles that are unknown, or known as someone else. */
  readonly roles?: { readonly [role: string]: Message['role'] };
  /** Fields that are left unread: a field of a row or of the file, or a dotted path in a row. */
  readonly ignore?: readonly string[];
  /** What a written answer demands of the agent's. */
  readonly reference?: ReferenceRule;
  /** The columns of rows without a format: parts of a case → dotted paths in a row. */
  readonly columns?: { readonly [part: string]: string | readonly string[] };
}

/**
 * How the answer is compared with the reference answer of a row: the same text, its text as a part, agreement in the eyes of the judge,
 * similarity by some measures, or nothing.
 */
export type ReferenceRule =
  | 'equals'
  | 'contains'
  | 'judge'
  | 'ignore'
  | { readonly [Measure in SimilarityMeasure]?: { readonly min: number } };

/** The place of one field of a converted case in the foreign document. */
export interface FieldOrigin {
  /** Path in the converted case. */
  readonly field: DocumentPath;
  /** Path in the foreign document. */
  readonly origin: DocumentPath;
}

/** A foreign case converted to our own format (the YAML shape of a case, not yet validated), and its origin. */
export interface ConvertedCase {
  readonly case: JsonObject;
  /** Path of the foreign case in its document. */
  readonly origin: DocumentPath;
  /** The origins of its parts; a part not listed has its parent's origin, in the end `origin`. */
  readonly fields: readonly FieldOrigin[];
}

/** A problem or warning of a dialect. */
export interface DialectProblem {
  readonly severity: 'error' | 'warning';
  readonly path: DocumentPath;
  readonly message: string;
  /** Problems of one topic are reported once per file, with the rows that have it. */
  readonly topic?: string;
}

/** One row of a foreign document: its case, or what is wrong with it; there may be warnings besides a case. */
export interface ConvertedRow {
  readonly value: Json;
  readonly path: DocumentPath;
  /** `null`: it can't be read. */
  readonly converted: ConvertedCase | null;
  readonly problems: readonly DialectProblem[];
}

/** The result of converting a document: its rows, and what is wrong besides them. */
export interface Conversion {
  readonly rows: readonly ConvertedRow[];
  readonly problems: readonly DialectProblem[];
}

/** One case format. Recognised by its fields, never by file name. */
export interface Dialect {
  readonly name: ReadFormat | 'promptfoo';
  /** The options that apply to this format; any other is refused. */
  readonly options: readonly (keyof DialectOptions)[];
  /** Converts every case of the document; a row that can't be read is a problem, never dropped silently. */
  convert(document: Json, options: DialectOptions, file: { readonly stem: string }): Conversion;
}
